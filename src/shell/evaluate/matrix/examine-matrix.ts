import type { Conclusion } from '../../../core/domain/run/conclusion.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { FieldContext } from '../field/field-context.ts';
import { cellSubjects } from '../lanes/run-cells.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import { crossExamine } from './cross-examine.ts';
import { examineOwnTests } from './examine-own-tests.ts';
import { type FieldState, keepRuns, namedBaseline } from '../field/field-state.ts';
import type { HiddenTests } from '../plan/load-hidden-tests.ts';
import { type PlannedControl, runAgainWithout, validateControl } from './negative-control.ts';
import { compareBaseRuns, confirmRegressions } from './quarantine-flaky.ts';
import { runHiddenTests } from './run-hidden-tests.ts';
import { controlTargets } from './target-control.ts';

/** The base's second run, made beside everything else. */
export const REPEAT = 'repeat';

export const repeatSubjects = (
  context: FieldContext,
  planned: PlannedControl,
  like: TreeUnderTest | undefined,
): readonly TreeUnderTest[] =>
  cellSubjects(context, [
    {
      id: REPEAT,
      owner: 'baseline',
      name: REPEAT,
      changes: planned.ok ? planned.control.changes : [],
      files: null,
      ownInstall: false,
      like,
      ...(planned.ok ? { controlMark: planned.control.mark } : {}),
    },
  ]);

type Seen = {
  readonly second: TreeEvidence | undefined;
  readonly planned: PlannedControl;
  readonly subjects: readonly TreeUnderTest[];
  readonly judge: () => Conclusion;
  readonly hidden: HiddenTests | undefined;
};

/** Whom no gate stops, or none but that of progress. */
const barred = ({ rankings }: Conclusion, by: readonly string[]): ReadonlySet<string> =>
  new Set(
    rankings
      .filter(({ gates, status }) => status === 'scored' && gates.every((gate) => by.includes(gate)))
      .map(({ agent }) => agent),
  );

/** Progress may yet be shown by others' tests, but that matters only where nobody has shown it otherwise. */
const mayWin = (conclusion: Conclusion): ReadonlySet<string> => {
  const free = barred(conclusion, []);
  return free.size > 0 ? free : barred(conclusion, ['progress']);
};

const describeMatrix = (state: FieldState): void => {
  const base = namedBaseline(state);
  const reason =
    base === null
      ? 'the tests of the base have no result by id'
      : "candidates' source ran with the base's tests, their own tests apart";
  state.controls.push({ id: 'matrix', state: base === null ? 'not-applied' : 'applied', reason });
};

/** Everything beyond one run of the base's tests, and only where it can tell something new. */
export const examineMatrix = async (
  context: FieldContext,
  state: FieldState,
  { second, planned, subjects, judge, hidden }: Seen,
): Promise<void> => {
  const stage = (text: string): void => context.tools.run.emit({ event: 'stage', text });
  if (second !== undefined) keepRuns(state, 'baseline', second);
  if (validateControl(state, planned, second) === 'again') await runAgainWithout(context, state, subjects);
  compareBaseRuns(state, second);
  describeMatrix(state);
  stage('running broken tests once more');
  await confirmRegressions(context, state);
  stage('proving new tests');
  await examineOwnTests(context, state);
  stage('cross-examining');
  await crossExamine(context, state, mayWin(judge()));
  stage('changing the expectations of mended tests');
  await controlTargets(context, state, mayWin(judge()));
  if (hidden === undefined) return;
  stage('running hidden tests');
  const all = new Set(state.pinned.map(({ candidate }) => candidate.name));
  await runHiddenTests(context, state, hidden, hidden.everyone ? all : barred(judge(), ['progress']));
};
