import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readJsonDocument } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'mocha-json', tool: 'mocha', trust: 'structured' } as const;

const Test = z.looseObject({ fullTitle: z.string(), file: z.string().nullish() });

export const MochaReport = z.looseObject({
  stats: z.looseObject({ passes: z.int(), failures: z.int(), pending: z.int() }),
  passes: z.array(Test),
  failures: z.array(Test),
  pending: z.array(Test),
});
type MochaReport = z.infer<typeof MochaReport>;

/** Output of mocha's own `json` reporter; only full titles show nesting. */
export const mochaJson: TestParser = {
  id: 'mocha-json',
  parse(raw) {
    if (raw.documents.length === 0) return noReport('mocha', 'left no report', raw);
    const entries: TestEntry[] = [];
    for (const { text } of raw.documents) {
      const report = MochaReport.safeParse(readJsonDocument(text));
      if (!report.success) return noReport('mocha', 'left no readable JSON report', raw);
      if (!agrees(report.data))
        return noReport('mocha', 'left a report that contradicts its own counts', raw);
      for (const entry of entriesOf(report.data, raw.root)) entries.push(entry);
    }
    return reportEntries(SOURCE, entries, raw);
  },
};

const agrees = ({ stats, passes, failures, pending }: MochaReport): boolean =>
  stats.passes === passes.length && stats.failures === failures.length && stats.pending === pending.length;

const entriesOf = (report: MochaReport, root: string): TestEntry[] => {
  const as = (outcome: TestOutcome) => (test: z.infer<typeof Test>) => {
    const file = pathInId(test.file ?? '', root);
    return { id: joinNames([file, test.fullTitle.trim()]), outcome, file };
  };
  return [
    ...report.passes.map(as('passed')),
    ...report.failures.map(as('failed')),
    ...report.pending.map(as('skipped')),
  ];
};
