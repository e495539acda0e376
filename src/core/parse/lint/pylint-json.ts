import * as z from 'zod';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Message = z.object({
  type: z.enum(['fatal', 'error', 'warning', 'refactor', 'convention', 'info', 'information']),
  symbol: z.string(),
  message: z.string(),
  path: z.string(),
  line: z.number().nullish(),
});
type Message = z.infer<typeof Message>;

const Report2 = z.object({
  messages: z.array(Message),
  statistics: z.object({ modulesLinted: z.number() }),
});

const findingsOf = (messages: readonly Message[], root: string) =>
  messages.map(({ type, symbol, message, path, line }) =>
    toFinding(
      {
        rule: symbol,
        severity: type === 'fatal' || type === 'error' ? 'error' : 'warning',
        file: path,
        line,
        message,
      },
      root,
    ),
  );

const read = (value: unknown, root: string): ReadFindings => {
  const list = z.array(Message).safeParse(value);
  if (list.success) return findingsOf(list.data, root);
  const report = Report2.safeParse(value);
  if (!report.success) return null;
  if (report.data.statistics.modulesLinted === 0) return missing('candidate', 'pylint checked no module');
  return findingsOf(report.data.messages, root);
};

export const pylintFormat: JsonFormat = { id: 'pylint-json', tool: 'pylint', read: eachValue(read) };
export const pylintJson = jsonLintParser(pylintFormat);
