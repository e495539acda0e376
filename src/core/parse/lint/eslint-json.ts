import * as z from 'zod';
import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Message = z.object({
  ruleId: z.string().nullish(),
  fatal: z.boolean().optional(),
  severity: z.number(),
  message: z.string(),
  line: z.number().nullish(),
});

/** `suppressedMessages` is next to `messages` and is left out on purpose. */
const Files = z.array(z.object({ filePath: z.string(), messages: z.array(Message) }));

/** Without a rule: a file that does not parse, or a note such as an unused directive. */
const ruleOf = ({ ruleId, fatal }: z.infer<typeof Message>): string =>
  ruleId ?? (fatal === true ? 'parse-error' : 'eslint');

const read = (value: unknown, root: string): ReadFindings => {
  const files = Files.safeParse(value);
  if (!files.success) return null;
  // eslint lists clean files too: an empty list is a run that looked at nothing.
  if (files.data.length === 0) return missing('candidate', 'eslint checked no file');
  return files.data.flatMap(({ filePath, messages }) =>
    messages.map((message): Finding =>
      toFinding(
        {
          rule: ruleOf(message),
          severity: message.severity >= 2 || message.fatal === true ? 'error' : 'warning',
          file: filePath,
          line: message.line,
          message: message.message,
        },
        root,
      ),
    ),
  );
};

export const eslintFormat: JsonFormat = { id: 'eslint-json', tool: 'eslint', read: eachValue(read) };
export const eslintJson = jsonLintParser(eslintFormat);
