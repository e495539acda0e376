import * as z from 'zod';
import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { LintParser } from '../../domain/check/output-parser.ts';
import type { JsonFormat } from './json-lint-parser.ts';
import { exitedWith, isMissing } from './json-lint-parser.ts';
import { readJsonValues } from './json-values.ts';
import { concludeLint, stoppedEarly, toFinding } from './lint-finding.ts';
import { firstWords } from './plain-lines.ts';
import { reportLines } from './text-lint-parser.ts';

const TOOL = 'mypy';
const JsonLine = z.object({
  file: z.string(),
  line: z.number(),
  message: z.string(),
  code: z.string().nullable(),
  hint: z.string().nullable(),
  severity: z.enum(['error', 'warning', 'note']),
});

const JSON_MODE = /^\{"file":/m;
const LINE =
  /^(?<file>\S.*?)(?::(?<line>\d{1,9}))?(?::\d{1,9}){0,3}: (?<level>error|warning): (?<message>.*)$/;
const CODE_AT_END = / {1,2}\[(?<code>[a-z][a-z0-9-]{0,60})\]$/;
/** `--pretty` breaks a long message, and with it the code, over several lines. */
const WRAPPED = 3;

const codeNear = (lines: readonly string[], at: number): string => {
  for (let next = at; next < Math.min(lines.length, at + WRAPPED); next++) {
    const line = lines[next] ?? '';
    if (next > at && LINE.test(line)) break;
    const code = CODE_AT_END.exec(line)?.groups?.['code'];
    if (code !== undefined) return code;
  }
  return 'mypy';
};

const readText = (lines: readonly string[], root: string): readonly Finding[] =>
  lines.flatMap((line, at) => {
    const found = LINE.exec(line)?.groups;
    if (found === undefined) return [];
    const message = (found['message'] ?? '').replace(CODE_AT_END, '');
    const severity = found['level'] === 'warning' ? 'warning' : 'error';
    return [
      toFinding(
        { rule: codeNear(lines, at), severity, file: found['file'] ?? '', line: found['line'], message },
        root,
      ),
    ];
  });

/** Notes explain a finding; they are not findings themselves. Anything else among the lines is not mypy's. */
export const mypyFormat: JsonFormat = {
  id: 'mypy',
  tool: TOOL,
  read(values, root) {
    const lines = z.array(JsonLine).safeParse(values);
    if (!lines.success || lines.data.length === 0) return null;
    return lines.data.flatMap(({ file, line, message, code, severity }) =>
      severity === 'note' ? [] : [toFinding({ rule: code ?? 'mypy', severity, file, line, message }, root)],
    );
  },
};

/** Exit codes above 1: mypy could not continue, so its output is incomplete. */
const FOUND_ERRORS = 1;

export const mypy: LintParser = {
  id: 'mypy',
  parse(report) {
    const { documents, exitCode, root } = report;
    if (exitCode === null) return stoppedEarly(TOOL);
    const text = documents.map((document) => document.text).join('\n');
    if (exitCode > FOUND_ERRORS || exitCode < 0) {
      return missing(
        'candidate',
        `mypy could not check everything and ${exitedWith(exitCode)}: ${firstWords(text)}`,
      );
    }
    if (!JSON_MODE.test(text)) {
      const findings = readText(reportLines(report), root);
      return concludeLint({ format: 'mypy', tool: TOOL, trust: 'low-trust', exitCode, findings });
    }
    const { values, whole } = readJsonValues(text);
    const findings = whole ? mypyFormat.read(values, root) : null;
    if (findings === null) {
      return missing('candidate', `mypy left a report that is cut off or broken and ${exitedWith(exitCode)}`);
    }
    if (isMissing(findings)) return findings;
    return concludeLint({ format: 'mypy', tool: TOOL, trust: 'structured', exitCode, findings });
  },
};
