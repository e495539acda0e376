import { findBroken, findUnsteady } from '../decide/find-flaky.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import {
  type CapturedSoFar,
  distinctSources,
  filesOf,
  namedTests,
  sourceOf,
  withRuns,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { notStopped } from './may-win.ts';
import type { QuestionOf } from './question.ts';

/** More broken tests than this are not flaky, and not worth another run. */
const MOST_CONFIRMED = 20;

/** Base tests that pass on the base and fail with a candidate, apart from those known to be flaky. */
export const brokenBy = (
  { baseline, quarantined = [] }: CapturedSoFar,
  one: Pick<TreeEvidence, 'tests'>,
): readonly string[] => {
  const [base, own] = [namedTests(baseline), namedTests(one)];
  const flaky = new Set(quarantined);
  return base === null || own === null ? [] : findBroken(base, own).filter((id) => !flaky.has(id));
};

/** A regression counts as one if it happens twice. */
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
      const broken = brokenBy(captured, one);
      if (broken.length === 0 || broken.length > MOST_CONFIRMED) return [];
      const files = filesOf(base, broken);
      return [
        {
          kind: 'confirm' as const,
          candidate: one.candidate.name,
          source: sourceOf(one),
          broken,
          files: files.length === 0 ? null : files,
        },
      ];
    });
  },
};

/** Tests that pass this time are flaky. */
export const addConfirmation = (
  captured: CapturedSoFar,
  { candidate, broken }: QuestionOf<'confirm'>,
  seen: TreeEvidence | undefined,
): CapturedSoFar => {
  const again = namedTests(seen);
  const { quarantined = [] } = captured;
  const unsteady = again === null ? [] : findUnsteady(broken, again);
  return {
    ...withRuns(captured, candidate, seen),
    quarantined: [...new Set([...quarantined, ...unsteady])],
  };
};
