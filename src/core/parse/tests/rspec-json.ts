import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readJsonDocument } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'rspec-json', tool: 'rspec', trust: 'structured' } as const;

const Example = z.looseObject({
  id: z.string(),
  full_description: z.string(),
  file_path: z.string(),
  status: z.enum(['passed', 'failed', 'pending']),
});

export const RspecReport = z.looseObject({
  examples: z.array(Example),
  summary: z.looseObject({
    example_count: z.int(),
    failure_count: z.int(),
    pending_count: z.int(),
    errors_outside_of_examples_count: z.int().default(0),
  }),
});
type RspecReport = z.infer<typeof RspecReport>;

const OUTCOME = { passed: 'passed', failed: 'failed', pending: 'skipped' } as const;

/** Output of `rspec --format json`. If a file cannot be loaded, no example runs. */
export const rspecJson: TestParser = {
  id: 'rspec-json',
  parse(raw) {
    if (raw.documents.length === 0) return noReport('rspec', 'left no report', raw);
    const entries: TestEntry[] = [];
    for (const { text } of raw.documents) {
      const report = RspecReport.safeParse(readJsonDocument(text));
      if (!report.success) return noReport('rspec', 'left no readable JSON report', raw);
      if (!agrees(report.data))
        return noReport('rspec', 'left a report that contradicts its own counts', raw);
      for (const entry of entriesOf(report.data, raw.root)) entries.push(entry);
    }
    return reportEntries(SOURCE, entries, raw);
  },
};

const agrees = ({ examples, summary }: RspecReport): boolean => {
  const count = (status: string): number => examples.filter((one) => one.status === status).length;
  return (
    summary.example_count === examples.length &&
    summary.failure_count === count('failed') &&
    summary.pending_count === count('pending')
  );
};

/** Sorted by place: the order of a run may be random. */
const entriesOf = ({ examples, summary }: RspecReport, root: string): readonly TestEntry[] => {
  const sorted = examples.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
  const entries = sorted.map(({ full_description, file_path, status }): TestEntry => {
    const file = pathInId(file_path, root);
    return { id: joinNames([file, full_description.trim()]), outcome: OUTCOME[status], file };
  });
  const isBroken = summary.errors_outside_of_examples_count > 0 && entries.length > 0;
  return isBroken ? [...entries, { id: 'errors outside of examples', outcome: 'failed' }] : entries;
};
