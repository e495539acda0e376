import { measured, type Measured } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import { consoleLines, type Counts } from './console-counts.ts';
import { consoleIds } from './console-ids.ts';
import { CONSOLE_SUMMARIES } from './console-summaries.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

/** The last resort: what a runner printed for people. Ids only if they add up to its summary. */
export const readConsoleText = (raw: RawReport): Measured<TestReport> => {
  const lines = consoleLines(raw.documents.map(({ text }) => text));
  const ids = consoleIds(lines);
  for (const { tool, read } of CONSOLE_SUMMARIES) {
    const counts = read(lines);
    if (counts === null) continue;
    const named = ids.find((found) => found.tool === tool)?.entries ?? [];
    if (named.length > 0 && addsUp(named, counts)) return entriesReport(tool, named, raw);
    if (counts.passed + counts.failed + counts.skipped === 0 && raw.exitCode !== 0) {
      return noReport(tool, 'reported no test', raw);
    }
    return measured({ format: `console: ${tool}`, trust: 'low-trust', ...counts });
  }
  // Go prints no total, so its lines are all there is.
  const go = ids.find((found) => found.tool === 'go test' && found.entries.length > 0);
  if (go) return entriesReport(go.tool, go.entries, raw);
  return noReport('the test command', 'printed no result that is known here', raw);
};

const entriesReport = (tool: string, entries: readonly TestEntry[], raw: RawReport) =>
  reportEntries({ format: `console: ${tool}`, tool, trust: 'low-trust' }, entries, raw);

const addsUp = (entries: readonly TestEntry[], counts: Counts): boolean =>
  (['passed', 'failed', 'skipped'] as const).every(
    (outcome) => entries.filter((entry) => entry.outcome === outcome).length === counts[outcome],
  );
