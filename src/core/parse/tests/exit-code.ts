import type { RawReport } from '../../domain/check/output-parser.ts';
import { type TestReport, WHOLE_COMMAND } from '../../domain/check/test-report.ts';
import { measured, type Measured } from '../../domain/measured.ts';
import { type Counts, sumCounts } from './console-counts.ts';
import { noReport } from './test-entries.ts';

/** The counts in a tool's closing lines, run by run. */
export type PrintedRuns = { readonly tool: string; readonly runs: readonly Counts[] };

/** Any program can print any number, so counts are used only if every summary agrees with the exit code. */
const countsOf = ({ runs }: PrintedRuns, exitCode: number): Counts | undefined =>
  runs.length > 0 && runs.every(({ failed }) => failed > 0 === (exitCode !== 0))
    ? sumCounts(runs)
    : undefined;

/** The last resort: one outcome for the whole command, by its exit code. */
export const exitCodeReport = (raw: RawReport, printed?: PrintedRuns): Measured<TestReport> => {
  const { exitCode } = raw;
  if (exitCode === null) return noReport('the test command', 'gave no result', raw);
  const told = printed === undefined ? undefined : countsOf(printed, exitCode);
  const outcome = exitCode === 0 ? 'passed' : 'failed';
  return measured({
    format: told === undefined ? 'exit-code' : `exit-code, console: ${printed?.tool}`,
    trust: 'low-trust',
    passed: 0,
    failed: 0,
    skipped: 0,
    [outcome]: 1,
    outcomes: { [WHOLE_COMMAND]: outcome },
    ...(told === undefined ? {} : { told }),
  });
};
