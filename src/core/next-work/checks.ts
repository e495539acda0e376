import type { RunPolicy } from '../conclude/score-captured.ts';
import { NOT_RUN_AFTER_BROKEN_BUILD } from '../domain/evidence/evidence.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import {
  type CapturedSoFar,
  distinctSources,
  isUnexamined,
  sourceOf,
  withChecks,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';

/** A candidate whose build fails cannot win under such a policy: it is not examined further. */
export const stopsAtBrokenBuild = ({ gates, build_mode }: Pick<RunPolicy, 'gates' | 'build_mode'>): boolean =>
  gates.require_build_pass && build_mode === 'binary';

const isUnanswered = ({ build, tests, lint, security }: TreeEvidence, policy: RunPolicy): boolean =>
  [build, tests, lint, security].some(
    (fact) =>
      !fact.known &&
      (isUnexamined(fact) || (fact.reason === NOT_RUN_AFTER_BROKEN_BUILD && !stopsAtBrokenBuild(policy))),
  );

/** The same checks on the base and on every distinct source. */
export const checks: Inquiry<'checks'> = {
  kind: 'checks',
  report: {
    describe: () => ({
      question: 'checks after the build',
      why: "the run's own policy stops at a failed build",
    }),
  },
  ask: ({ base, baseline, evidence }, policy) => [
    ...(isUnanswered(baseline, policy)
      ? [{ kind: 'checks' as const, candidate: BASELINE, source: base.tree }]
      : []),
    ...distinctSources(evidence)
      .filter((one) => sourceOf(one) !== base.tree && isUnanswered(one, policy))
      .map((one) => ({ kind: 'checks' as const, candidate: one.candidate.name, source: sourceOf(one) })),
  ],
};

/** The results of the checks, by source; `repeated`: the base's second run. */
export const addChecks = (
  captured: CapturedSoFar,
  seen: ReadonlyMap<string, TreeEvidence>,
  repeated?: TreeEvidence,
): CapturedSoFar => {
  let next = captured;
  for (const [source, evidence] of seen) next = withChecks(next, source, evidence);
  return next.examination === undefined || repeated === undefined
    ? next
    : { ...next, examination: { ...next.examination, repeated } };
};
