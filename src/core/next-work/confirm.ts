import { findAbsent, findBroken, findUnsteady } from '../decide/find-flaky.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import {
  type CapturedSoFar,
  distinctSources,
  filesOf,
  namedTests,
  sourceOf,
  withItsRuns,
  withSource,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { notStopped } from './may-win.ts';
import type { QuestionOf } from './question.ts';

/** More broken tests than this are not flaky, and not worth another run. */
const MOST_CONFIRMED = 20;
/** Tests go missing by whole files: more files than this do not fail to load by chance. */
const MOST_UNLOADED = 5;
/** A test that fails in one of three runs is caught on the base nine times out of ten. */
export const BASE_REPEATS = 4;

/** Base tests that pass on the base and fail or are absent with a candidate, apart from those known to be flaky. */
export const brokenBy = (
  { baseline, quarantined = [] }: CapturedSoFar,
  one: Pick<TreeEvidence, 'tests'>,
): readonly string[] => {
  const [base, own] = [namedTests(baseline), namedTests(one)];
  const flaky = new Set(quarantined);
  if (base === null || own === null) return [];
  return [...findBroken(base, own), ...findAbsent(base, own)].filter((id) => !flaky.has(id)).sort();
};

/** Tests to run again, and their files; null: the runner names no files. */
const worthConfirming = (base: TestReport, own: TestReport, broken: readonly string[]) => {
  const absent = new Set(findAbsent(base, own));
  const unloaded = filesOf(
    base,
    broken.filter((id) => absent.has(id)),
  );
  const failed = broken.filter((id) => !absent.has(id));
  const tests = [
    ...(failed.length <= MOST_CONFIRMED ? failed : []),
    ...(unloaded.length <= MOST_UNLOADED && (unloaded.length > 0 || absent.size <= MOST_CONFIRMED)
      ? broken.filter((id) => absent.has(id))
      : []),
  ].sort();
  const files = filesOf(base, tests);
  return { tests, files: files.length === 0 ? null : files };
};

/** A regression is run a second time: tests that then pass are unsteady, and the base shows who is at fault. */
export const confirm: Inquiry<'confirm'> = {
  kind: 'confirm',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({
      question: 'broken tests once more',
      why: whyRuledOut(candidate),
    }),
    traceless: true,
  },
  ask: (captured, policy) => {
    const base = namedTests(captured.baseline);
    if (base === null) return [];
    return distinctSources(notStopped(captured.evidence, policy)).flatMap((one) => {
      const own = namedTests(one);
      if (own === null || sourceOf(one) === captured.base.tree) return [];
      const { tests, files } = worthConfirming(base, own, brokenBy(captured, one));
      return tests.length === 0
        ? []
        : [
            {
              kind: 'confirm' as const,
              candidate: one.candidate.name,
              source: sourceOf(one),
              broken: tests,
              files,
            },
          ];
    });
  },
};

/** Tests that pass this time are unsteady with this source; they still count as broken by it. */
export const addConfirmation = (
  captured: CapturedSoFar,
  { candidate, source, broken }: QuestionOf<'confirm'>,
  seen: TreeEvidence | undefined,
): CapturedSoFar => {
  const again = namedTests(seen);
  const unsteady = again === null ? [] : findUnsteady(broken, again);
  const kept = withItsRuns(captured, candidate, seen);
  return unsteady.length === 0
    ? kept
    : withSource(kept, source, (one) => ({ ...one, unsteady: [...unsteady] }));
};

/** Only the base's own repeats make a test flaky for everyone: candidates may fail one at random on purpose. */
export const baseUnsteady: Inquiry<'base-unsteady'> = {
  kind: 'base-unsteady',
  ask: (captured) => {
    const base = namedTests(captured.baseline);
    const tests = [...new Set(captured.evidence.flatMap(({ unsteady = [] }) => unsteady))].sort();
    if (base === null || tests.length === 0 || captured.examination === undefined) return [];
    const files = filesOf(base, tests);
    return [
      {
        kind: 'base-unsteady' as const,
        candidate: BASELINE,
        tests,
        files: files.length === 0 ? null : files,
      },
    ];
  },
};

export const addBaseUnsteady = (
  captured: CapturedSoFar,
  { tests }: QuestionOf<'base-unsteady'>,
  seen: readonly (TreeEvidence | undefined)[],
): CapturedSoFar => {
  const flaky = tests.filter((id) =>
    seen.some((again) => {
      const { outcomes = {} } = namedTests(again) ?? {};
      return Object.hasOwn(outcomes, id) && outcomes[id] === 'failed';
    }),
  );
  const kept = seen.reduce((so, again) => withItsRuns(so, BASELINE, again), captured);
  return { ...kept, quarantined: [...new Set([...(captured.quarantined ?? []), ...flaky])] };
};
