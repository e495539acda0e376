import type { Measured } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import { consoleLines, type Counts, sumCounts } from './console-counts.ts';
import { consoleIds } from './console-ids.ts';
import { CONSOLE_SUMMARIES } from './console-summaries.ts';
import { exitCodeReport, type PrintedRuns } from './exit-code.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

/** A runner's output for people: ids if they add up to its summary, else the exit code. */
export const readConsoleText = (raw: RawReport): Measured<TestReport> => {
  const lines = consoleLines(raw.documents.map(({ text }) => text));
  const ids = consoleIds(lines);
  const summaries = CONSOLE_SUMMARIES.map(({ tool, read }) => ({ tool, runs: read(lines) })).filter(
    ({ runs }) => runs.length > 0,
  );
  const [only, ...others] = summaries;
  // Go prints no total, so only its lines count.
  const goAlone = only === undefined ? ids.find(({ tool }) => tool === 'go test')?.entries : undefined;
  if (goAlone !== undefined && goAlone.length > 0) return entriesReport('go test', goAlone, raw);
  // With summaries of several tools, any program may have printed one of them.
  if (only === undefined || others.length > 0) return exitCodeReport(raw);
  const named = ids.find(({ tool }) => tool === only.tool)?.entries ?? [];
  if (named.length > 0 && addsUp(named, sumCounts(only.runs))) return entriesReport(only.tool, named, raw);
  return ranNothing(only) ? entriesReport(only.tool, [], raw) : exitCodeReport(raw, only);
};

const ranNothing = ({ runs }: PrintedRuns): boolean => {
  const { passed, failed, skipped } = sumCounts(runs);
  return passed + failed + skipped === 0;
};

const entriesReport = (tool: string, entries: readonly TestEntry[], raw: RawReport) =>
  reportEntries({ format: `console: ${tool}`, tool, trust: 'low-trust' }, entries, raw);

const addsUp = (entries: readonly TestEntry[], counts: Counts): boolean =>
  (['passed', 'failed', 'skipped'] as const).every(
    (outcome) => entries.filter((entry) => entry.outcome === outcome).length === counts[outcome],
  );
