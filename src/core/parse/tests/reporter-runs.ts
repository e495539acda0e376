import * as z from 'zod';
import { measured, type Measured } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import { textLines } from './read-json.ts';
import { noReport } from './test-entries.ts';
import { parseJson } from '../../domain/json/parse-json.ts';

const Line = z.looseObject({ run: z.string(), seq: z.int().nonnegative(), type: z.string() });
type Line = z.infer<typeof Line>;

const Begin = z.looseObject({ type: z.literal('begin'), format: z.literal(1), tool: z.string() });

/**
 * Output of our own reporters: for each run of the tool a `begin`, its records in unbroken order, and an `end`.
 * Anything else was cut short or not written by our reporter, and is not a report.
 */
export const readReporterRuns = <S extends z.ZodType>(
  raw: RawReport,
  tool: string,
  schema: S,
): Measured<readonly (readonly z.infer<S>[])[]> => {
  const refuse = (what: string) => noReport(tool, what, raw);
  const lines = raw.documents.flatMap(({ text }) => textLines(text));
  if (lines.length === 0) return refuse('left no report');
  const runs = new Map<string, Line[]>();
  for (const text of lines) {
    const line = Line.safeParse(parseJson(text));
    if (!line.success) return refuse('left a damaged report');
    const run = runs.get(line.data.run);
    if (run) run.push(line.data);
    else runs.set(line.data.run, [line.data]);
  }
  const read: z.infer<S>[][] = [];
  for (const run of runs.values()) {
    if (run.some((line, index) => line.seq !== index))
      return refuse('left a report with lines missing or added');
    const begin = Begin.safeParse(run[0]);
    if (!begin.success || begin.data.tool !== tool) return refuse('left a report of another kind');
    if (run.at(-1)?.type !== 'end') return refuse('ended before its tests did');
    const records = z.array(schema).safeParse(run.slice(1, -1));
    if (!records.success) return refuse('left a damaged report');
    read.push(records.data);
  }
  return measured(read);
};
