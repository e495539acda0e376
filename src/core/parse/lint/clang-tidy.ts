import type { Finding } from '../../domain/check/lint-report.ts';
import { toFinding } from './lint-finding.ts';
import { textLintParser } from './text-lint-parser.ts';

const LINE =
  /^(?<file>[^\s:][^:\n]{0,1000}):(?<line>\d{1,9}):\d{1,9}: (?<level>warning|error): (?<message>.*) \[(?<rule>[\w.,-]{1,300})\]$/;

const readLine = (line: string, root: string): Finding | null => {
  const found = LINE.exec(line)?.groups;
  if (found === undefined) return null;
  const { file = '', level, message = '', rule = '' } = found;
  return toFinding(
    {
      // `-warnings-as-errors` is no rule of its own.
      rule: rule.replace(/,-warnings-as-errors$/, ''),
      severity: level === 'error' ? 'error' : 'warning',
      file,
      line: found['line'],
      message,
    },
    root,
  );
};

const placeOf = ({ rule, file, line, message }: Finding): string => [rule, file, line, message].join('\0');

/** A header is examined with every file that includes it. */
const once = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((finding) => [placeOf(finding), finding])).values(),
];

export const clangTidy = textLintParser({
  id: 'clang-tidy',
  tool: 'clang-tidy',
  read: (lines, root) =>
    once(lines.map((line) => readLine(line, root)).filter((finding) => finding !== null)),
});
