import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readReporterRuns } from './reporter-runs.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'unittest', tool: 'unittest', trust: 'structured' } as const;

const Record = z.looseObject({
  type: z.literal('test'),
  id: z.string(),
  file: z.string(),
  outcome: TestOutcome,
  subtest: z.string().optional(),
});

/** JSON lines by `reporters/unittest_report.py`. */
export const unittest: TestParser = {
  id: 'unittest',
  parse(raw) {
    const runs = readReporterRuns(raw, SOURCE.tool, Record);
    if (!runs.known) return runs;
    const entries = runs.value.flat().map((record): TestEntry => ({
      id: joinNames([record.id, record.subtest ?? '']),
      outcome: record.outcome,
      file: pathInId(record.file, raw.root),
    }));
    return reportEntries(SOURCE, entries, raw);
  },
};
