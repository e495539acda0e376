import { admitPanelTests, type RanTwice } from '../panel/admit-panel-tests.ts';
import { cellOf } from '../decide/test-cell.ts';
import { type TestReport, WHOLE_COMMAND } from '../domain/check/test-report.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { CheckRun } from '../domain/evidence/evidence.ts';
import type { PanelTest, PanelTests } from '../domain/evidence/panel-tests.ts';
import { mapMeasured, type Measured, measured, missing } from '../domain/measured.ts';
import { type CapturedSoFar, namedTests, withRuns } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { notStopped } from './may-win.ts';
import { CELL_NOT_RUN } from './own-tests.ts';

/** Before the panel compares the candidates, since a second round shows it the results; only if the user asks. */
export const panelTests: Inquiry<'panel-tests'> = {
  kind: 'panel-tests',
  ask: (captured, policy) => {
    if (captured.examination?.setting.panelTests !== true || captured.panelTests !== undefined) return [];
    const names = notStopped(captured.evidence, policy)
      .filter(({ build }) => !build.known || build.value.passed)
      .map(({ candidate }) => candidate.name);
    if (names.length === 0) return [];
    const base = namedTests(captured.baseline);
    const ran = base === null ? null : [...new Set(Object.values(base.files ?? {}))].sort();
    return [{ kind: 'panel-tests', candidate: BASELINE, names, ran }];
  },
};

const unwitnessed = (run: CheckRun): CheckRun => {
  if (run.outcome.status === 'not-started') return run;
  const { attempts: _, programs: _programs, ...outcome } = run.outcome;
  return { ...run, outcome };
};

/** What a model's test attempts, such as reading a key, must not be counted against the candidate that it runs on. */
export const withWrittenRuns = (
  captured: CapturedSoFar,
  owner: string,
  seen: { readonly runs: readonly CheckRun[] } | undefined,
): CapturedSoFar =>
  withRuns(captured, owner, seen === undefined ? undefined : { runs: seen.runs.map(unwitnessed) });

/** Two runs of the written tests on one tree; undefined: it was not reached. */
export type WrittenRuns = {
  readonly names: readonly string[];
  readonly reports: readonly [Measured<TestReport> | undefined, Measured<TestReport> | undefined];
};

const admitted = (
  base: TestReport,
  files: readonly string[],
  [onBase, ...others]: readonly WrittenRuns[],
): Measured<PanelTest[]> => {
  if (onBase === undefined) return missing('infrastructure', 'the tests were not run');
  const twice = ({ names, reports }: WrittenRuns): RanTwice => {
    const [first, second] = reports.map((report) =>
      mapMeasured(report ?? CELL_NOT_RUN, (seen) => cellOf(seen, files, base)),
    );
    return { names, runs: [first ?? CELL_NOT_RUN, second ?? CELL_NOT_RUN] };
  };
  const known = base.outcomes ?? {};
  const isOther = (id: string): boolean => id === WHOLE_COMMAND || Object.hasOwn(known, id);
  // A candidate without a change of source has the base's results.
  const idle = { ...onBase, names: onBase.names.filter((name) => name !== BASELINE) };
  const tests = admitPanelTests(twice(onBase), [idle, ...others].map(twice), isOther);
  return tests.length > 0
    ? measured([...tests])
    : missing('infrastructure', 'the runner reported no result of single tests that were written');
};

/** `trees`: the base first; undefined: nothing was run. */
export const addPanelTests = (
  captured: CapturedSoFar,
  asked: Omit<PanelTests, 'tests'>,
  ran: Measured<readonly WrittenRuns[]>,
): CapturedSoFar => {
  const base = namedTests(captured.baseline);
  const tests = !ran.known
    ? ran
    : base === null
      ? missing('infrastructure', 'the results of tests on the base are not known')
      : admitted(base, asked.files, ran.value);
  return { ...captured, panelTests: { ...asked, tests } };
};
