import { readFileSync } from 'node:fs';
import type { LintReport } from '../../../../src/core/domain/check/lint-report.ts';
import type { Measured } from '../../../../src/core/domain/measured.ts';
import { findLintParser } from '../../../../src/core/parse/lint/registry.ts';

const FIXTURES = new URL('../../../fixtures/lint-reports/', import.meta.url);

export const ROOT = '/workspace';

export const recorded = (path: string): string => readFileSync(new URL(path, FIXTURES), 'utf8');

export const parseText = (id: string, text: string, exitCode: number | null): Measured<LintReport> => {
  const parser = findLintParser(id);
  if (parser === undefined) throw new Error(`no parser ${id}`);
  return parser.parse({ documents: [{ name: 'stdout', text }], exitCode, root: ROOT });
};

/** `rule file:line` of every finding, for tables. */
export const places = (report: Measured<LintReport>): string[] =>
  report.known
    ? report.value.findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`)
    : [`missing: ${report.reason}`];
