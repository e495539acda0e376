import type { Finding, LintReport } from '../../domain/check/lint-report.ts';
import type { Measured, Missing } from '../../domain/measured.ts';
import { missing } from '../../domain/measured.ts';
import type { LintParser, RawReport } from '../../domain/check/output-parser.ts';
import { readJsonValues } from './json-values.ts';
import { concludeLint } from './lint-finding.ts';
import { firstWords } from './plain-lines.ts';

/** Findings, a reason why there are none, or null: these values are not in this format. */
export type ReadFindings = readonly Finding[] | Missing | null;

export type JsonFormat = {
  readonly id: string;
  readonly tool: string;
  read(values: readonly unknown[], root: string): ReadFindings;
};

export const isMissing = (read: ReadFindings): read is Missing => read !== null && 'known' in read;

export const exitedWith = (exitCode: number | null): string =>
  exitCode === null ? 'was stopped' : `exited ${exitCode}`;

/** For formats where one JSON value is one report; several (one a package) are added up. */
export const eachValue =
  (readOne: (value: unknown, root: string) => ReadFindings) =>
  (values: readonly unknown[], root: string): ReadFindings => {
    const found: (readonly Finding[])[] = [];
    for (const value of values) {
      const read = readOne(value, root);
      if (isMissing(read)) return read;
      if (read !== null) found.push(read);
    }
    return found.length === 0 ? null : found.flat();
  };

const noReport = (tool: string, text: string, exitCode: number | null): Missing => {
  const words = firstWords(text);
  const printed = words === '' ? '' : `; it begins “${words}”`;
  return missing('candidate', `${tool} printed no JSON report and ${exitedWith(exitCode)}${printed}`);
};

const readDocuments = (format: JsonFormat, report: RawReport): readonly Finding[] | Missing => {
  const found: (readonly Finding[])[] = [];
  for (const { text } of report.documents) {
    const { values, whole } = readJsonValues(text);
    if (!whole) {
      return missing(
        'candidate',
        `${format.tool} left a JSON report that is cut off or broken and ${exitedWith(report.exitCode)}`,
      );
    }
    const read = format.read(values, report.root);
    if (read === null) return noReport(format.tool, text, report.exitCode);
    if (isMissing(read)) return read;
    found.push(read);
  }
  return found.length === 0 ? noReport(format.tool, '', report.exitCode) : found.flat();
};

export const jsonLintParser = (format: JsonFormat): LintParser => ({
  id: format.id,
  parse(report): Measured<LintReport> {
    const findings = readDocuments(format, report);
    if (isMissing(findings)) return findings;
    const { id, tool } = format;
    return concludeLint({ format: id, tool, trust: 'structured', exitCode: report.exitCode, findings });
  },
});
