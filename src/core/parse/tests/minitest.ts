import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readReporterRuns } from './reporter-runs.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'minitest', tool: 'minitest', trust: 'structured' } as const;

const Record = z.looseObject({
  type: z.literal('test'),
  name: z.string(),
  suite: z.string(),
  file: z.string(),
  outcome: TestOutcome,
});

/** JSON lines by `reporters/hydra_minitest.rb`. Minitest runs in random order, so entries are sorted. */
export const minitest: TestParser = {
  id: 'minitest',
  parse(raw) {
    const runs = readReporterRuns(raw, SOURCE.tool, Record);
    if (!runs.known) return runs;
    const entries = runs.value.flat().map(({ name, suite, file: reported, outcome }): TestEntry => {
      const path = pathInId(reported, raw.root);
      // minitest itself defines a test without a body, at another place on every machine.
      const file = path.startsWith('/') ? '' : path;
      return { id: joinNames([file, suite, name]), outcome, file };
    });
    return reportEntries(
      SOURCE,
      entries.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))),
      raw,
    );
  },
};
