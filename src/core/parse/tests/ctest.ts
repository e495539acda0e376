import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { pathInId } from './clean-id.ts';
import { readConsoleText } from './console-text.ts';
import { readJunitCases, type JunitCase } from './junit-cases.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'ctest', tool: 'ctest', trust: 'structured' } as const;

/** Only these were left out on purpose; a program that was never built did not run either. */
const LEFT_OUT = /^(?:SKIP_|Disabled$)/;

const outcomeOf = ({ outcome, status, skipped }: JunitCase): TestOutcome =>
  outcome === 'skipped' && status !== 'disabled' && !LEFT_OUT.test(skipped) ? 'failed' : outcome;

const entryOf = (found: JunitCase): TestEntry => ({ id: found.name, outcome: outcomeOf(found) });

const isLog = (name: string): boolean => name.endsWith('.log');

/** A log breaks the line of a test that could not be started. */
const asConsole = (raw: RawReport): RawReport => ({
  ...raw,
  documents: raw.documents.map(({ name, text }) => ({ name, text: text.replaceAll('.\n***', '.***') })),
});

/** Output of `ctest --output-junit`: a case for each registered test, with its name as class too. Older: only a log. */
export const ctest: TestParser = {
  id: 'ctest',
  parse(raw: RawReport) {
    const reports = raw.documents.filter(({ name }) => !isLog(name));
    if (raw.documents.length > 0 && reports.length === 0) return readConsoleText(asConsole(raw));
    if (reports.length === 0) return noReport(SOURCE.tool, 'left no report', raw);
    const entries: TestEntry[] = [];
    for (const { name, text } of reports) {
      const cases = readJunitCases(text);
      if (typeof cases === 'string')
        return noReport(SOURCE.tool, `left a report, ${pathInId(name, raw.root)}, that ${cases}`, raw);
      for (const found of cases) if (found.name !== '') entries.push(entryOf(found));
    }
    return reportEntries(SOURCE, entries, raw);
  },
};
