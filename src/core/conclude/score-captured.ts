import type { RaceInput } from '../dimensions/race-input.ts';
import { attemptFlags } from '../decide/flags/attempt-flags.ts';
import { sourceChurn } from '../analyse/diff/source-churn.ts';
import { asRewritten } from '../decide/rewritten-tests.ts';
import { openContainers } from '../decide/opened-containers.ts';
import { commandFailure } from '../decide/command-failure.ts';
import { setTestsAside } from '../decide/set-tests-aside.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { mapMeasured, measured, missing, type Measured } from '../domain/measured.ts';
import type { BaselineFacts, RaceFacts, RaceField } from '../domain/run/race-facts.ts';
import type { ProbePolicy } from '../domain/policy/probe-policy.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import { lintCounts, lintOf, typeFailure, typesOf } from './findings-of-checks.ts';
import { sharesOf } from './dimension-shares.ts';
import { type Alone, raceByWeights, raceInputs, type ScoredRace } from './score-race.ts';
import { withFailingBaseSuite } from './failing-base-suite.ts';
import { type Belief, type Beliefs, claimsFailed, weighEvidence } from './weigh-evidence.ts';

/** The policy that concludes a run: scores, gates and trust. */
export type RunPolicy = RacePolicy & {
  readonly trust?: TrustPolicy;
  readonly decision?: DecisionPolicy;
  readonly probe?: ProbePolicy;
};

const given = (value: number | undefined, what: string): Measured<number> =>
  value === undefined ? missing('not-configured', `${what} was not recorded`) : measured(value);

const baselineFacts = (tree: TreeEvidence, aside: ReadonlySet<string>): BaselineFacts => ({
  build: tree.build,
  tests: mapMeasured(tree.tests, (report) => setTestsAside(report, aside)),
  lint: lintCounts(tree, tree.lint, typesOf(tree)),
});

/** Sizes are the effective ones: reformatting a file is not a change of it. */
const raceFacts = (
  { baseline, confirmation }: Captured,
  evidence: Evidence,
  belief: Belief | undefined,
  aside: ReadonlySet<string>,
): RaceFacts => {
  const { name, provenance } = evidence.candidate;
  const [commandFails, typesFail] = [commandFailure(baseline, evidence), typeFailure(baseline, evidence)];
  // Earlier engines did not mention them.
  const unsteady =
    confirmation === 'inputs'
      ? (evidence.unsteady ?? []).filter((id) => !aside.has(id) && belief?.rewritten.includes(id) !== true)
          .length
      : 0;
  return {
    ...baselineFacts(
      {
        ...evidence,
        tests: mapMeasured(evidence.tests, (report) => asRewritten(report, belief?.rewritten ?? [])),
      },
      aside,
    ),
    lint: lintCounts(baseline, lintOf(baseline, evidence), typesOf(evidence)),
    agent: name,
    status: measured(provenance.status),
    ...(provenance.ended === undefined ? {} : { ended: provenance.ended }),
    durationMs: given(provenance.duration_ms, 'how long the agent took'),
    costUsd: given(provenance.usd, 'what the agent cost'),
    diff: mapMeasured(evidence.diff, ({ effectiveAdded, effectiveRemoved, files, effect }) => ({
      added: effectiveAdded,
      removed: effectiveRemoved,
      files,
      effect,
      sourceChurn: sourceChurn(files),
    })),
    security: evidence.security,
    shares: sharesOf(baseline, evidence, aside),
    flags: belief?.flags ?? evidence.flags,
    capabilities: [...evidence.flags, ...attemptFlags(baseline, evidence)].filter(
      ({ id }) => id === 'capability-added',
    ),
    ...(commandFails === null ? {} : { commandFailure: commandFails }),
    ...(typesFail === null ? {} : { typeFailure: typesFail }),
    ...(unsteady === 0 ? {} : { unsteady }),
    ...(belief === undefined ? {} : { blocking: belief.blocking }),
    ...(evidence.matrix === undefined || belief === undefined
      ? {}
      : {
          provenTests: belief.proven,
          bringsProof: evidence.matrix.proven.length > 0,
          failedOfOthers: belief.cross.failed,
          failsClaimsOf: claimsFailed(evidence, belief),
          progress: belief.progress !== 'none',
        }),
  };
};

export const fieldFacts = (captured: Captured, { of, aside }: Beliefs): RaceField => ({
  baseline: baselineFacts(captured.baseline, aside),
  candidates: captured.evidence.map((one) => raceFacts(captured, one, of.get(one.candidate.name), aside)),
});

const withOpenContainers = (captured: Captured): Captured => {
  const { tests } = captured.baseline;
  if (!tests.known || tests.value.failed === 0) return captured;
  const evidence = captured.evidence.map((one) => ({
    ...one,
    tests: mapMeasured(one.tests, (report) => openContainers(tests.value, report)),
  }));
  return { ...captured, evidence };
};

/** The evidence with everything derived from it alone, the beliefs about it, and the race under any weights. */
export type WeighedCapture = {
  readonly captured: Captured;
  readonly beliefs: Beliefs;
  readonly field: RaceField;
  readonly alone: readonly Alone[];
  readonly scoredBy: (weights: RunPolicy['weights']) => ScoredRace;
};

/** The same, and the race under the policy's own weights. */
export type ScoredCapture = Pick<WeighedCapture, 'captured' | 'beliefs' | 'field'> & {
  readonly scored: ScoredRace;
};

/** The facts about each candidate without the others; tests that the field sets aside count here. */
const aloneIn = (seen: Captured, { of }: Beliefs): readonly Alone[] => {
  const aside = new Set(seen.quarantined);
  return seen.evidence.flatMap((one) => {
    const single = withOpenContainers(withFailingBaseSuite({ ...seen, evidence: [one] }));
    return single.evidence.map((each) => ({
      baseline: baselineFacts(single.baseline, aside),
      candidate: raceFacts(single, each, of.get(each.candidate.name), aside),
    }));
  });
};

/** Everything that does not depend on weights is computed once. */
export const weighCaptured = (seen: Captured, policy: RunPolicy): WeighedCapture => {
  const captured = withOpenContainers(withFailingBaseSuite(seen));
  const beliefs = weighEvidence(captured, policy.trust);
  const field = fieldFacts(captured, beliefs);
  const alone = aloneIn(seen, beliefs);
  return { captured, beliefs, field, alone, scoredBy: raceByWeights(field, policy, alone) };
};

/** Gates, scores and order by the evidence so far; `conclude` adds reasons and stability. */
export const scoreCaptured = (seen: Captured, policy: RunPolicy): ScoredCapture => {
  const { captured, beliefs, field, scoredBy } = weighCaptured(seen, policy);
  return { captured, beliefs, field, scored: scoredBy(policy.weights) };
};

export type ScoringInputs = ReadonlyMap<string, RaceInput>;

/** What the scores of each candidate are computed from. */
export const scoringInputs = (seen: Captured, policy: RunPolicy): ScoringInputs => {
  const { field, alone } = weighCaptured(seen, policy);
  return raceInputs(field, policy, alone);
};
