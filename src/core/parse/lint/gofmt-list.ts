import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { LintParser } from '../../domain/check/output-parser.ts';
import { exitedWith } from './json-lint-parser.ts';
import { concludeLint, stoppedEarly, toFinding } from './lint-finding.ts';
import { firstWords } from './plain-lines.ts';
import { reportLines } from './text-lint-parser.ts';

const TOOL = 'gofmt';
const NOT_PARSED = /^(?<file>\S.*?):(?<line>\d{1,9}):\d{1,9}: (?<message>.*)$/;
/** Lines of a diff's body begin with a blank, +, -, @ or \, so this is always a header. */
const DIFF_HEADER = /^diff (?:-u )?/;
const COULD_NOT_READ = 2;

const unformatted = (file: string, root: string): Finding =>
  toFinding({ rule: 'gofmt', severity: 'warning', file, line: 0, message: 'not formatted with gofmt' }, root);

/** `diff NAME.orig NAME`; names may contain blanks. */
const diffedFile = (line: string): string | null => {
  if (!DIFF_HEADER.test(line)) return null;
  const names = line.replace(DIFF_HEADER, '');
  const name = names.slice(Math.ceil((names.length + '.orig '.length) / 2));
  return names === `${name}.orig ${name}` ? name : null;
};

const readLine = (line: string, root: string): Finding | null => {
  const bad = NOT_PARSED.exec(line)?.groups;
  if (bad !== undefined) {
    const { file = '', line: at, message = '' } = bad;
    return toFinding({ rule: 'parse-error', severity: 'error', file, line: at, message }, root);
  }
  return line.endsWith('.go') ? unformatted(line, root) : null;
};

const readDiff = (lines: readonly string[], root: string): readonly Finding[] =>
  lines.flatMap((line) => {
    const file = diffedFile(line);
    return file === null ? [] : [unformatted(file, root)];
  });

/** `gofmt -l` and `gofmt -d`. */
export const gofmtList: LintParser = {
  id: 'gofmt-list',
  parse(report) {
    const { exitCode, root } = report;
    if (exitCode === null) return stoppedEarly(TOOL);
    const lines = reportLines(report).filter((line) => line.trim() !== '');
    const isDiff = lines.some((line) => diffedFile(line) !== null);
    const findings = isDiff
      ? readDiff(lines, root)
      : lines.map((line) => readLine(line, root)).filter((finding) => finding !== null);
    const allRead = exitCode < COULD_NOT_READ || findings.some((finding) => finding.severity === 'error');
    const strange = findings.length === 0 && lines.length > 0;
    if (!allRead || strange) {
      const words = firstWords(lines.join('\n'));
      return missing(
        'candidate',
        `gofmt printed no list of files and ${exitedWith(exitCode)}${words === '' ? '' : `: ${words}`}`,
      );
    }
    return concludeLint({ format: 'gofmt-list', tool: TOOL, trust: 'low-trust', exitCode, findings });
  },
};
