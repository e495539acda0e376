import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readReporterRuns } from './reporter-runs.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'mocha', tool: 'mocha', trust: 'structured' } as const;

const Record = z.looseObject({
  type: z.enum(['pass', 'fail', 'skip']),
  path: z.array(z.string()),
  file: z.string(),
  hook: z.boolean(),
});

const OUTCOME = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** JSON lines by `reporters/mocha.cjs`. */
export const mocha: TestParser = {
  id: 'mocha',
  parse(raw) {
    const runs = readReporterRuns(raw, SOURCE.tool, Record);
    if (!runs.known) return runs;
    const entries = runs.value.flat().map((record): TestEntry => {
      const file = pathInId(record.file, raw.root);
      return { id: joinNames([file, ...record.path]), outcome: OUTCOME[record.type], file };
    });
    return reportEntries(SOURCE, entries, raw);
  },
};
