import type { Finding } from '../../domain/check/lint-report.ts';
import { toFinding } from './lint-finding.ts';
import type { TextFormat } from './text-lint-parser.ts';
import { textLintParser } from './text-lint-parser.ts';

const DEFAULT = /^(?<file>\S.*?):(?<line>\d{1,9}):\d{1,9}: (?<code>[A-Z]{1,8}\d{1,6}) (?<message>.*)$/;
/** `--format=pylint` */
const PYLINT = /^(?<file>\S.*?):(?<line>\d{1,9}): \[(?<code>[A-Z]{1,8}\d{1,6})\] (?<message>.*)$/;

/** pycodestyle's W and mccabe's C are warnings by their own name; every other letter is an error. */
const MILD = /^[WC]\d/;

export const readFlake8Line = (line: string, root: string): Finding | null => {
  const found = (DEFAULT.exec(line) ?? PYLINT.exec(line))?.groups;
  if (found === undefined) return null;
  const rule = found['code'] ?? '';
  return toFinding(
    {
      rule,
      severity: MILD.test(rule) ? 'warning' : 'error',
      file: found['file'] ?? '',
      line: found['line'],
      message: found['message'] ?? '',
    },
    root,
  );
};

export const flake8Format: TextFormat = {
  id: 'flake8',
  tool: 'flake8',
  read: (lines, root) =>
    lines.map((line) => readFlake8Line(line, root)).filter((finding) => finding !== null),
};
export const flake8 = textLintParser(flake8Format);
