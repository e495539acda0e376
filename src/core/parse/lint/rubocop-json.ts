import * as z from 'zod';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Report = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      offenses: z.array(
        z.object({
          severity: z.string(),
          message: z.string(),
          cop_name: z.string(),
          location: z.object({ start_line: z.number().optional(), line: z.number().optional() }),
        }),
      ),
    }),
  ),
  summary: z.object({ offense_count: z.number(), inspected_file_count: z.number() }),
});

/** `error` and `fatal` are errors; info, refactor, convention and warning are warnings. */
const read = (value: unknown, root: string): ReadFindings => {
  const report = Report.safeParse(value);
  if (!report.success) return null;
  return report.data.files.flatMap(({ path, offenses }) =>
    offenses.map(({ severity, message, cop_name: rule, location }) =>
      toFinding(
        {
          rule,
          severity: severity === 'error' || severity === 'fatal' ? 'error' : 'warning',
          file: path,
          line: location.start_line ?? location.line,
          message,
        },
        root,
      ),
    ),
  );
};

export const rubocopFormat: JsonFormat = { id: 'rubocop-json', tool: 'rubocop', read: eachValue(read) };
export const rubocopJson = jsonLintParser(rubocopFormat);
