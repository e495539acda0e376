import { findFlaky } from '../decide/find-flaky.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { Captured, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { CandidateMatrix, Control } from '../domain/evidence/matrix.ts';
import { missing } from '../domain/measured.ts';
import { type CapturedSoFar, namedTests, type Setting, withRuns } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';

const FLAKY = 'flaky';
const NEGATIVE_CONTROL = 'negative-control';
const DISTURBED = 'tests of the base do not run beside a failing one';

/** Which of the base's tests do the same twice, and whether the negative control works there. */
export const baseRepeat: Inquiry<'base-repeat'> = {
  kind: 'base-repeat',
  ask: ({ controls = [] }) =>
    controls.some(({ id }) => id === FLAKY) ? [] : [{ kind: 'base-repeat', candidate: BASELINE }],
};

const controlOf = (id: string, applied: boolean, reason: string): Control => ({
  id,
  state: applied ? 'applied' : 'not-applied',
  reason,
});

/** The control must not have cost other tests their run. */
const isWhole = (first: TestReport, second: TestReport): boolean =>
  Object.keys(first.outcomes ?? {}).every((id) => Object.hasOwn(second.outcomes ?? {}, id));

type Validated = { readonly settled: Control; readonly control?: Captured['control'] };

/** Compares the control with the base: a copy that fails there must fail everywhere. */
const validateControl = (
  planned: Setting['control'],
  first: TestReport | null,
  second: TreeEvidence | undefined,
): Validated => {
  const not = (reason: string): Validated => ({ settled: controlOf(NEGATIVE_CONTROL, false, reason) });
  if ('none' in planned) return not(planned.none);
  const again = namedTests(second);
  if (first === null || again === null || second?.control === undefined)
    return not('the base gives no results by id');
  if (!isWhole(first, again)) return not(DISTURBED);
  const outcomes = first.outcomes ?? {};
  const expected = second.control.failed.filter(
    (id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'passed',
  );
  const files = planned.files.join(', ');
  const reason =
    expected.length === 0
      ? `no copy in ${files} fails on the base`
      : `${expected.length} copies of tests in ${files} have to fail`;
  return {
    settled: controlOf(NEGATIVE_CONTROL, expected.length > 0, reason),
    control: { files: [...planned.files], expected },
  };
};

type Compared = { readonly settled: Control; readonly flaky: readonly string[] };

/** A test that does not do the same twice counts for no candidate. */
const compareRuns = (first: TestReport | null, again: TestReport | null): Compared => {
  if (first === null || again === null) {
    const reason =
      first === null ? "the base's tests are not known by id" : 'the second run of the base gave no report';
    return { settled: controlOf(FLAKY, false, reason), flaky: [] };
  }
  const flaky = findFlaky(first, again);
  const found = flaky.length === 0 ? 'no test changed' : `${flaky.length} changed and count for nobody`;
  return { settled: controlOf(FLAKY, true, `the base's tests ran twice: ${found}`), flaky };
};

const NO_OWN = missing('not-configured', 'no test of its own was run: it brings none, or its flags block it');
const EMPTY_MATRIX: CandidateMatrix = { own: NO_OWN, proof: NO_OWN, proven: [], cross: [], contested: [] };

const describeMatrix = (base: TestReport | null): Control =>
  base === null
    ? controlOf('matrix', false, 'the tests of the base have no result by id')
    : controlOf('matrix', true, "candidates' source ran with the base's tests, their own tests apart");

/** Settles the controls of the harness by the base's second run; absent: there is no test command. */
export const addBaseRepeat = (captured: CapturedSoFar, second: TreeEvidence | undefined): CapturedSoFar => {
  const first = namedTests(captured.baseline);
  const planned = captured.examination?.setting.control ?? { none: 'the base gives no results by id' };
  const { settled, control } = validateControl(planned, first, second);
  const compared = compareRuns(first, namedTests(second));
  return {
    ...withRuns(captured, BASELINE, second),
    evidence: captured.evidence.map((one) => ({ ...one, matrix: EMPTY_MATRIX })),
    quarantined: [...(captured.quarantined ?? []), ...compared.flaky],
    controls: [...(captured.controls ?? []), settled, compared.settled, describeMatrix(first)],
    ...(control === undefined ? {} : { control }),
  };
};

/** Why there is no negative control. */
export const NO_CONTROL = {
  noTests: 'there is no test command',
  noFiles: 'the test command is not one runner that takes files',
} as const;

/** The copies kept other tests from running. */
export const isDisturbedByControl = ({ controls = [] }: Captured): boolean =>
  controls.some(({ id, reason }) => id === NEGATIVE_CONTROL && reason === DISTURBED);

/** Whether chosen test files can be run alone; a finished run tells it by its negative control. */
export const selectsTests = ({ examination, controls = [] }: CapturedSoFar): boolean =>
  examination?.setting.selectsTests ??
  !controls.some(
    ({ id, reason }) =>
      id === NEGATIVE_CONTROL && (reason === NO_CONTROL.noTests || reason === NO_CONTROL.noFiles),
  );
