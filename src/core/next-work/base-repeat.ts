import { findFlaky, findRenamed } from '../decide/find-flaky.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import type { CandidateMatrix, Control } from '../domain/evidence/matrix.ts';
import { missing } from '../domain/measured.ts';
import { type CapturedSoFar, namedTests, withRuns } from './captured-so-far.ts';
import { describeControl } from './control.ts';
import type { Inquiry } from './inquiry.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';

const FLAKY = 'flaky';
const NO_IDS = 'the tests of the base have no result by id';

/** Which of the base's tests give the same result twice. */
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

type Compared = { readonly settled: Control; readonly flaky: readonly string[] };

/** A test whose two results differ, or whose name does, counts for no candidate. */
const compareRuns = (first: TestReport | null, again: TestReport | null): Compared => {
  if (first === null || again === null) {
    const reason =
      first === null ? "the base's tests are not known by id" : 'the second run of the base gave no report';
    return { settled: controlOf(FLAKY, false, reason), flaky: [] };
  }
  const renamed = findRenamed(Object.keys(first.outcomes ?? {}), Object.keys(again.outcomes ?? {}));
  const flaky = [...findFlaky(first, again), ...renamed].sort();
  const found = flaky.length === 0 ? 'no test changed' : `${flaky.length} changed and count for no candidate`;
  return { settled: controlOf(FLAKY, true, `the base's tests ran twice: ${found}`), flaky };
};

const NO_OWN = missing('not-configured', 'no test of its own was run: it brings none, or its flags block it');
const EMPTY_MATRIX: CandidateMatrix = { own: NO_OWN, proof: NO_OWN, proven: [], cross: [] };

const describeMatrix = (base: TestReport | null): Control =>
  base === null
    ? controlOf('matrix', false, NO_IDS)
    : controlOf('matrix', true, "candidates' source ran with the base's tests, their own tests apart");

const MOST_NAMED = 5;

/** Source files in which the base's tests did not run, by the candidates whose own did. */
const describeUndivided = ({ evidence }: CapturedSoFar): readonly Control[] => {
  const kept = evidence.flatMap(({ candidate, pinned }) =>
    (pinned?.undivided ?? []).map(({ path, reason }) => `${path} of ${candidate.name} (${reason})`),
  );
  if (kept.length === 0) return [];
  const more = kept.length > MOST_NAMED ? `, and ${kept.length - MOST_NAMED} more` : '';
  return [
    controlOf(
      'tests-inside',
      false,
      `tests inside these sources ran as the candidate has them: ${kept.slice(0, MOST_NAMED).join(', ')}${more}`,
    ),
  ];
};

/** Compares the base's two runs; absent: there is no test command. */
export const addBaseRepeat = (captured: CapturedSoFar, second: TreeEvidence | undefined): CapturedSoFar => {
  const first = namedTests(captured.baseline);
  const planned = captured.examination?.setting.control ?? { none: NO_IDS };
  const whyNone = 'none' in planned ? planned.none : first === null ? NO_IDS : null;
  const compared = compareRuns(first, namedTests(second));
  const kept = withRuns(captured, BASELINE, second);
  const altered = [...new Set([...(captured.baseline.altered ?? []), ...(second?.altered ?? [])])].sort();
  return {
    ...kept,
    ...(altered.length === 0 ? {} : { baseline: { ...kept.baseline, altered } }),
    evidence: captured.evidence.map((one) => ({ ...one, matrix: EMPTY_MATRIX })),
    quarantined: [...(captured.quarantined ?? []), ...compared.flaky],
    controls: [
      ...(captured.controls ?? []),
      ...(whyNone === null ? [] : [describeControl(false, whyNone)]),
      compared.settled,
      describeMatrix(first),
      ...describeUndivided(captured),
    ],
  };
};
