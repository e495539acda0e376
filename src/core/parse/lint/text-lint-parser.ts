import type { Finding } from '../../domain/check/lint-report.ts';
import type { LintParser, RawReport } from '../../domain/check/output-parser.ts';
import { concludeLint, stoppedEarly } from './lint-finding.ts';
import { plainLines } from './plain-lines.ts';

export type TextFormat = {
  readonly id: string;
  readonly tool: string;
  read(lines: readonly string[], root: string): readonly Finding[];
};

export const reportLines = ({ documents }: RawReport): readonly string[] =>
  documents.flatMap(({ text }) => plainLines(text));

/** For tools with output for people only. No output and exit code 0 means clean. */
export const textLintParser = (format: TextFormat): LintParser => ({
  id: format.id,
  parse(report) {
    const { id, tool } = format;
    const { exitCode } = report;
    if (exitCode === null) return stoppedEarly(tool);
    const findings = format.read(reportLines(report), report.root);
    return concludeLint({ format: id, tool, trust: 'low-trust', exitCode, findings });
  },
});
