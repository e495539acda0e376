import * as z from 'zod';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Issue = z.object({
  FromLinter: z.string(),
  Text: z.string(),
  Severity: z.string().optional(),
  Pos: z.object({ Filename: z.string(), Line: z.number().optional() }),
});

const Result = z.object({
  Issues: z.array(Issue).nullable(),
  Report: z.object({ Error: z.string().optional() }).nullable(),
});

const MILD: ReadonlySet<string> = new Set([
  'warning',
  'info',
  'information',
  'low',
  'note',
  'notice',
  'hint',
  'minor',
]);

/** An issue without a severity fails the run, so it is an error. */
const read = (value: unknown, root: string): ReadFindings => {
  const result = Result.safeParse(value);
  if (!result.success) return null;
  const failure = result.data.Report?.Error ?? '';
  if (failure !== '') return missing('candidate', `golangci-lint failed: ${failure.slice(0, 160)}`);
  return (result.data.Issues ?? []).map(({ FromLinter, Text, Severity, Pos }) =>
    toFinding(
      {
        rule: FromLinter,
        severity: MILD.has((Severity ?? '').toLowerCase()) ? 'warning' : 'error',
        file: Pos.Filename,
        line: Pos.Line,
        message: Text,
      },
      root,
    ),
  );
};

export const golangciFormat: JsonFormat = {
  id: 'golangci-json',
  tool: 'golangci-lint',
  read: eachValue(read),
};
export const golangciJson = jsonLintParser(golangciFormat);
