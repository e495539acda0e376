import type { Finding } from '../../domain/check/lint-report.ts';
import { toFinding } from './lint-finding.ts';
import type { TextFormat } from './text-lint-parser.ts';
import { textLintParser } from './text-lint-parser.ts';

const PLAIN =
  /^(?<file>\S.*?)\((?<line>\d{1,9}),\d{1,9}\): (?<level>error|warning) TS(?<code>\d{1,6}): (?<message>.*)$/;
const PRETTY =
  /^(?<file>\S.*?):(?<line>\d{1,9}):\d{1,9} - (?<level>error|warning) TS(?<code>\d{1,6}): (?<message>.*)$/;
/** About the configuration or the command line: no file, still an error. */
const GLOBAL = /^(?<level>error|warning) TS(?<code>\d{1,6}): (?<message>.*)$/;

export const readTscLine = (line: string, root: string): Finding | null => {
  const found = (GLOBAL.exec(line) ?? PLAIN.exec(line) ?? PRETTY.exec(line))?.groups;
  if (found === undefined) return null;
  return toFinding(
    {
      rule: `TS${found['code']}`,
      severity: found['level'] === 'warning' ? 'warning' : 'error',
      file: found['file'] ?? '',
      line: found['line'],
      message: found['message'] ?? '',
    },
    root,
  );
};

export const tscFormat: TextFormat = {
  id: 'tsc',
  tool: 'tsc',
  read: (lines, root) => lines.map((line) => readTscLine(line, root)).filter((finding) => finding !== null),
};
export const tsc = textLintParser(tscFormat);
