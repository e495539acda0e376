import * as z from 'zod';
import type { Measured } from '../../domain/measured.ts';
import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome, TestReport } from '../../domain/check/test-report.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readJsonDocument } from './read-json.ts';
import { noReport, reportEntries, type Source, type TestEntry } from './test-entries.ts';

const Assertion = z.looseObject({
  /** A test may be named by any value, such as a class, a number or a list; `fullName` is always text. */
  ancestorTitles: z.array(z.unknown()),
  title: z.unknown().optional(),
  fullName: z.string().optional(),
  status: z.enum(['passed', 'failed', 'pending', 'skipped', 'todo', 'disabled', 'focused']),
});
type Assertion = z.infer<typeof Assertion>;

const TestFile = z.looseObject({
  name: z.string(),
  status: z.string(),
  assertionResults: z.array(Assertion),
});
type TestFile = z.infer<typeof TestFile>;

export const JestReport = z.looseObject({
  numTotalTests: z.int().nonnegative(),
  success: z.boolean(),
  testResults: z.array(TestFile),
});

/** One shape for both runners: vitest writes the same as jest. */
const parseJestReport = (source: Source, raw: RawReport): Measured<TestReport> => {
  if (raw.documents.length === 0) return noReport(source.tool, 'left no report', raw);
  const entries: TestEntry[] = [];
  for (const { text } of raw.documents) {
    const report = JestReport.safeParse(readJsonDocument(text));
    if (!report.success) return noReport(source.tool, 'left no readable JSON report', raw);
    const listed = report.data.testResults.reduce((sum, file) => sum + file.assertionResults.length, 0);
    if (listed !== report.data.numTotalTests) {
      return noReport(source.tool, 'left a report that contradicts its own counts', raw);
    }
    // Files are run side by side and listed as they end; by name the order is the same in every run.
    const files = report.data.testResults.toSorted((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
    );
    for (const file of files) for (const entry of entriesOf(file, raw.root)) entries.push(entry);
  }
  return reportEntries(source, entries, raw);
};

const isText = (title: unknown): title is string => typeof title === 'string';

const titlesOf = ({ ancestorTitles, title, fullName = '' }: Assertion): readonly string[] =>
  isText(title) && ancestorTitles.every(isText)
    ? [...ancestorTitles, title]
    : [...ancestorTitles.filter(isText), fullName];

const entriesOf = (testFile: TestFile, root: string): TestEntry[] => {
  const file = pathInId(testFile.name, root);
  const entries = testFile.assertionResults.map((test): TestEntry => ({
    id: joinNames([file, ...titlesOf(test)]),
    outcome: outcomeOf(test),
    file,
  }));
  // The file failed and none of its tests did: it could not be loaded, or a hook broke.
  const unexplained = testFile.status === 'failed' && entries.every(({ outcome }) => outcome !== 'failed');
  return unexplained ? [{ id: file, outcome: 'failed', file }, ...entries] : entries;
};

const outcomeOf = ({ status }: Assertion): TestOutcome => {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
};

export const jestJson: TestParser = {
  id: 'jest-json',
  parse: (raw) => parseJestReport({ format: 'jest-json', tool: 'jest', trust: 'structured' }, raw),
};

export const vitestJson: TestParser = {
  id: 'vitest-json',
  parse: (raw) => parseJestReport({ format: 'vitest-json', tool: 'vitest', trust: 'structured' }, raw),
};
