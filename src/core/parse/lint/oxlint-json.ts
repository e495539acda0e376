import * as z from 'zod';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Diagnostic = z.object({
  message: z.string(),
  code: z.string().nullish(),
  severity: z.enum(['error', 'warning', 'advice']),
  filename: z.string().nullish(),
  labels: z.array(z.object({ span: z.object({ line: z.number().optional() }) })),
});
type Diagnostic = z.infer<typeof Diagnostic>;

/** Since 1.0 an object, before it a bare list. */
const Report = z.object({ diagnostics: z.array(Diagnostic), number_of_files: z.number().optional() });

/** Before 0.10 the rule preceded the message. */
const RULE_IN_MESSAGE = /^([\w@/-]{1,60}\([\w@/-]{1,80}\)): /;

const ruleOf = ({ code, message }: Diagnostic): string =>
  code ?? RULE_IN_MESSAGE.exec(message)?.[1] ?? 'parse-error';

const findingsOf = (diagnostics: readonly Diagnostic[], root: string) =>
  diagnostics.map((diagnostic) =>
    toFinding(
      {
        rule: ruleOf(diagnostic),
        severity: diagnostic.severity === 'error' ? 'error' : 'warning',
        file: diagnostic.filename ?? '',
        line: diagnostic.labels[0]?.span.line,
        message: diagnostic.message.replace(RULE_IN_MESSAGE, ''),
      },
      root,
    ),
  );

const read = (value: unknown, root: string): ReadFindings => {
  const list = z.array(Diagnostic).safeParse(value);
  if (list.success) return findingsOf(list.data, root);
  const report = Report.safeParse(value);
  if (!report.success) return null;
  if (report.data.number_of_files === 0) return missing('candidate', 'oxlint checked no file');
  return findingsOf(report.data.diagnostics, root);
};

export const oxlintFormat: JsonFormat = { id: 'oxlint-json', tool: 'oxlint', read: eachValue(read) };
export const oxlintJson = jsonLintParser(oxlintFormat);
