import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readReporterRuns } from './reporter-runs.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

const Record = z.looseObject({
  type: z.enum(['pass', 'fail', 'skip']),
  path: z.array(z.string()),
  file: z.string(),
  hook: z.boolean(),
});

const OUTCOME = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** JSON lines of our reporters that know each test by the names of its suites and its own. */
export const pathRecords = <T extends 'mocha' | 'jasmine'>(tool: T): TestParser => ({
  id: tool,
  parse(raw) {
    const runs = readReporterRuns(raw, tool, Record);
    if (!runs.known) return runs;
    const entries = runs.value.flat().map((record): TestEntry => {
      const file = pathInId(record.file, raw.root);
      return { id: joinNames([file, ...record.path]), outcome: OUTCOME[record.type], file };
    });
    return reportEntries({ format: tool, tool, trust: 'structured' }, entries, raw);
  },
});
