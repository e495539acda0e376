import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readJsonDocument } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'ctrf', tool: 'the CTRF reporter', trust: 'structured' } as const;

const Test = z.looseObject({
  name: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'pending', 'other']),
  suite: z.union([z.string(), z.array(z.string())]).nullish(),
  filePath: z.string().nullish(),
});
type Test = z.infer<typeof Test>;

export const CtrfReport = z.looseObject({
  results: z.looseObject({
    tool: z.looseObject({ name: z.string() }),
    summary: z.looseObject({ tests: z.int(), passed: z.int(), failed: z.int() }),
    tests: z.array(Test),
  }),
});
type CtrfReport = z.infer<typeof CtrfReport>;

/** `other` says neither that a test passed nor that it failed: it did not run. */
const OUTCOME = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  other: 'skipped',
} as const;

/** Common Test Report Format, from any tool. */
export const ctrf: TestParser = {
  id: 'ctrf',
  parse(raw) {
    if (raw.documents.length === 0) return noReport(SOURCE.tool, 'left no report', raw);
    const entries: TestEntry[] = [];
    for (const { text } of raw.documents) {
      const report = CtrfReport.safeParse(readJsonDocument(text));
      if (!report.success) return noReport(SOURCE.tool, 'left no readable report', raw);
      if (!agrees(report.data))
        return noReport(SOURCE.tool, 'left a report that contradicts its own counts', raw);
      for (const test of report.data.results.tests) entries.push(entryOf(test, raw.root));
    }
    return reportEntries(SOURCE, entries, raw);
  },
};

const agrees = ({ results: { summary, tests } }: CtrfReport): boolean =>
  summary.tests === tests.length &&
  summary.passed === tests.filter(({ status }) => status === 'passed').length &&
  summary.failed === tests.filter(({ status }) => status === 'failed').length;

const entryOf = (test: Test, root: string): TestEntry => {
  const file = pathInId(test.filePath ?? '', root);
  const suites = typeof test.suite === 'string' ? [test.suite] : (test.suite ?? []);
  return { id: joinNames([file, ...suites, test.name]), outcome: OUTCOME[test.status], file };
};
