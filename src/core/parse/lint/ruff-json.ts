import * as z from 'zod';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Diagnostics = z.array(
  z.object({
    /** Null for a syntax error in 0.5 to 0.11. */
    code: z.string().nullable(),
    message: z.string(),
    filename: z.string().nullable(),
    location: z.object({ row: z.number() }).nullable(),
    severity: z.string().optional(),
  }),
);

/** Ruff calls every finding an error unless a newer one says otherwise. */
const read = (value: unknown, root: string): ReadFindings => {
  const diagnostics = Diagnostics.safeParse(value);
  if (!diagnostics.success) return null;
  return diagnostics.data.map(({ code, message, filename, location, severity }) =>
    toFinding(
      {
        rule: code ?? 'invalid-syntax',
        severity: severity === 'warning' || severity === 'info' ? 'warning' : 'error',
        file: filename ?? '',
        line: location?.row,
        message,
      },
      root,
    ),
  );
};

export const ruffFormat: JsonFormat = { id: 'ruff-json', tool: 'ruff', read: eachValue(read) };
export const ruffJson = jsonLintParser(ruffFormat);
