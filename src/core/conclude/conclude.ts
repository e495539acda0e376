import { attemptFlags } from '../decide/raise-run-flags.ts';
import { sourceChurn } from '../analyse/diff/source-churn.ts';
import { asRewritten } from '../decide/rewritten-tests.ts';
import { openContainers } from '../decide/opened-containers.ts';
import { commandFailure } from '../decide/command-failure.ts';
import { setTestsAside } from '../decide/set-tests-aside.ts';
import { measureStability } from '../decide/stability.ts';
import type { Conclusion, Ranking } from '../domain/run/conclusion.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { mapMeasured, measured, missing, type Measured } from '../domain/measured.ts';
import type { BaselineFacts, RaceFacts, RaceField } from '../domain/run/race-facts.ts';
import type { ProbePolicy } from '../domain/policy/probe-policy.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import type { Decision } from '../domain/run/decision.ts';
import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import { lintCounts, lintOf, typeFailure, typesOf } from './findings-of-checks.ts';
import { choose, type Chosen } from './choose.ts';
import { checkBaseNeverWins } from './check-base-never-wins.ts';
import { conventionsOf, sharesOf } from './dimension-shares.ts';
import { type Alone, type ScoredRace, scoreRace } from './score-race.ts';
import { whyDecision } from '../report/run/why-decision.ts';
import { withFailingBaseSuite } from './failing-base-suite.ts';
import { strengthOf } from './strength-of-evidence.ts';
import { discriminatingTests } from './discriminating-tests.ts';
import { type Belief, type Beliefs, claimsFailed, weighEvidence } from './weigh-evidence.ts';

/** How a run is concluded: scores, gates, and what is believed. */
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
  { baseline }: Captured,
  evidence: Evidence,
  belief: Belief | undefined,
  aside: ReadonlySet<string>,
): RaceFacts => {
  const { name, provenance } = evidence.candidate;
  const [commandFails, typesFail] = [commandFailure(baseline, evidence), typeFailure(baseline, evidence)];
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

const fieldFacts = (captured: Captured, { of, aside }: Beliefs): RaceField => ({
  baseline: baselineFacts(captured.baseline, aside),
  candidates: captured.evidence.map((one) => raceFacts(captured, one, of.get(one.candidate.name), aside)),
});

const withConventions = (rankings: readonly Ranking[], captured: Captured, { aside }: Beliefs): Ranking[] => {
  const byName = new Map(captured.evidence.map((one) => [one.candidate.name, one]));
  return rankings.map((ranking) => {
    const evidence = byName.get(ranking.agent);
    const card = evidence === undefined ? null : conventionsOf(captured.baseline, evidence, aside);
    return card === null ? ranking : { ...ranking, conventions: card };
  });
};

const withProof = (rankings: readonly Ranking[], captured: Captured, { of }: Beliefs): Ranking[] => {
  const byName = new Map(captured.evidence.map((one) => [one.candidate.name, one]));
  return rankings.map((ranking) => {
    const [evidence, belief] = [byName.get(ranking.agent), of.get(ranking.agent)];
    if (evidence?.matrix === undefined || belief === undefined) return ranking;
    const { progress, fixed, cross } = belief;
    const diff = evidence.diff.known ? evidence.diff.value : null;
    const proof = {
      progress,
      fixed,
      proven: evidence.matrix.proven.length,
      passed_of_others: cross.passed,
      failed_of_others: cross.failed,
      ...(claimsFailed(evidence, belief) === 0 ? {} : { fails_claims_of: cross.failsClaimsOf }),
      churn: diff === null ? null : diff.effectiveAdded + diff.effectiveRemoved,
      source_churn: diff === null ? null : sourceChurn(diff.files),
      ...(belief.rewritten.length === 0 ? {} : { rewritten: belief.rewritten.length }),
    };
    return { ...ranking, proof };
  });
};

const withLikelihood = (rankings: readonly Ranking[], chosen: Chosen | null): Ranking[] =>
  rankings.map((ranking) => {
    const estimate = chosen?.estimates.get(ranking.agent);
    if (estimate === undefined) return ranking;
    const terms = estimate.terms.map(({ why, logOdds }) => ({ why, log_odds: logOdds }));
    return { ...ranking, likelihood: { probability: estimate.probability, terms } };
  });

/** Judges the field again without each test that tells candidates apart: gates and beliefs may depend on it too. */
const stabilityOf = (
  judged: ScoredRace,
  captured: Captured,
  policy: RunPolicy,
): Pick<Conclusion, 'stability'> => {
  const { winner, rankings, weights } = judged;
  if (winner === null || rankings.length < 2) return {};
  const winnerWithout = (id: string): string | null => {
    const less = { ...captured, quarantined: [...(captured.quarantined ?? []), id] };
    return scoreRace(fieldFacts(less, weighEvidence(less, policy.trust)), policy).winner;
  };
  return {
    stability: measureStability({ winner, rankings, weights }, discriminatingTests(captured), winnerWithout),
  };
};

/** Only if nothing else keeps a candidate from winning. */
const progressHint = ({ winner, rankings }: ScoredRace): string[] =>
  winner === null && rankings.some(({ gates }) => gates.length === 1 && gates[0] === 'progress')
    ? ['progress is asked for: set [trust] requires_progress = false if the task fixes no test']
    : [];

const withOpenContainers = (captured: Captured): Captured => {
  const { tests } = captured.baseline;
  if (!tests.known || tests.value.failed === 0) return captured;
  const evidence = captured.evidence.map((one) => ({
    ...one,
    tests: mapMeasured(one.tests, (report) => openContainers(tests.value, report)),
  }));
  return { ...captured, evidence };
};

/** The evidence with what follows from it alone, what is believed of it, and the race as it stands. */
export type ScoredCapture = {
  readonly captured: Captured;
  readonly beliefs: Beliefs;
  readonly field: RaceField;
  readonly scored: ScoredRace;
};

/** What is known of each candidate without the others; tests set aside by the field count here. */
export const aloneIn = (seen: Captured, { of }: Beliefs): readonly Alone[] => {
  const aside = new Set(seen.quarantined);
  return seen.evidence.flatMap((one) => {
    const single = withOpenContainers(withFailingBaseSuite({ ...seen, evidence: [one] }));
    return single.evidence.map((each) => ({
      baseline: baselineFacts(single.baseline, aside),
      candidate: raceFacts(single, each, of.get(each.candidate.name), aside),
    }));
  });
};

/** Gates, scores and order by the evidence so far; `conclude` adds reasons and stability. */
export const scoreCaptured = (seen: Captured, policy: RunPolicy): ScoredCapture => {
  const captured = withOpenContainers(withFailingBaseSuite(seen));
  const beliefs = weighEvidence(captured, policy.trust);
  const field = fieldFacts(captured, beliefs);
  return { captured, beliefs, field, scored: scoreRace(field, policy, aloneIn(seen, beliefs)) };
};

/** Recorded before changes were compared with each other: such runs keep the winner that they had. */
export const isEarlier = ({ evidence }: Captured): boolean =>
  evidence.length > 0 && evidence.every(({ sketch }) => sketch === undefined);

const asRecorded = (winner: string | null): Decision =>
  winner === null
    ? { kind: 'none', candidates: [], reason: '', settle: [], model: '0' }
    : { kind: 'winner', candidates: [winner], reason: '', settle: [], model: '0' };

/** From what a run saw to what it decided. Replaying a run is calling this again. */
export const conclude = (seen: Captured, policy: RunPolicy, runId: string): Conclusion => {
  const { captured, beliefs, field, scored: plain } = scoreCaptured(seen, policy);
  const { isolation, notes, rejected } = captured;
  const proven = withProof(plain.rankings, captured, beliefs);
  const scored = { ...plain, rankings: withConventions(proven, captured, beliefs) };
  const degraded = isolation.level === 'degraded' ? [`sandbox: degraded (${isolation.detail})`] : [];
  const whole: Conclusion = {
    run_id: runId,
    ...scored,
    ...(captured.health === undefined ? {} : { base_health: captured.health }),
    rejected: rejected.map(({ candidate, reason }) => ({ agent: candidate.name, reason })),
    notes: [
      ...notes,
      ...degraded,
      ...scored.notes,
      ...checkBaseNeverWins(field.baseline, policy),
      ...progressHint(scored),
    ],
  };
  if (captured.controls === undefined) return whole;
  const chosen = isEarlier(captured) ? null : choose(captured, beliefs, scored.rankings, policy);
  const decision = chosen?.decision ?? asRecorded(scored.winner);
  const [first = null] = decision.candidates;
  const winner = decision.kind === 'winner' ? first : null;
  const rankings = withLikelihood(scored.rankings, chosen);
  return {
    ...whole,
    winner,
    rankings,
    ...(chosen === null ? {} : { decision }),
    why: whyDecision(decision, rankings),
    ...strengthOf(captured, beliefs, { ...scored, winner: first }),
    ...(winner === scored.winner ? stabilityOf(scored, captured, policy) : {}),
    quarantined: [...(captured.quarantined ?? [])],
    excused: [...beliefs.excused],
  };
};
