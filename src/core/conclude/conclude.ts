import { hiddenFixed } from '../decide/progress.ts';
import { sourceChurn } from '../analyse/diff/source-churn.ts';
import { measureStability } from '../decide/stability.ts';
import type { Conclusion, Ranking } from '../domain/run/conclusion.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import type { Decision } from '../domain/run/decision.ts';
import { chooseAmong, type Chosen } from './choose.ts';
import { checkBaseNeverWins } from './check-base-never-wins.ts';
import { conventionsOf } from './dimension-shares.ts';
import { raceByWeights, type ScoredRace } from './score-race.ts';
import { fieldFacts, type RunPolicy, weighCaptured } from './score-captured.ts';
import { whyDecision } from '../report/run/why-decision.ts';
import { strengthOf } from './strength-of-evidence.ts';
import { discriminatingTests } from './discriminating-tests.ts';
import { type Beliefs, claimsFailed, weighEvidence } from './weigh-evidence.ts';

type Cards = ReadonlyMap<string, NonNullable<Ranking['conventions']>>;

const conventionCards = (captured: Captured, { aside }: Beliefs): Cards =>
  new Map(
    captured.evidence.flatMap((one) => {
      const card = conventionsOf(captured.baseline, one, aside);
      return card === null ? [] : [[one.candidate.name, card] as const];
    }),
  );

const withConventions = (rankings: readonly Ranking[], cards: Cards): Ranking[] =>
  rankings.map((ranking) => {
    const card = cards.get(ranking.agent);
    return card === undefined ? ranking : { ...ranking, conventions: card };
  });

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

/** The field concluded again without each discriminating test: gates and beliefs may depend on it too. */
const openStability = (captured: Captured, policy: RunPolicy) => {
  const tests = discriminatingTests(captured);
  const scoredWithout = new Map<string, ReturnType<typeof raceByWeights>>();
  const without = (id: string): ReturnType<typeof raceByWeights> => {
    const less = { ...captured, quarantined: [...(captured.quarantined ?? []), id] };
    const scored =
      scoredWithout.get(id) ?? raceByWeights(fieldFacts(less, weighEvidence(less, policy.trust)), policy);
    scoredWithout.set(id, scored);
    return scored;
  };
  return (judged: ScoredRace, configured: RunPolicy['weights']): Pick<Conclusion, 'stability'> => {
    const { winner, rankings, weights } = judged;
    if (winner === null || rankings.length < 2) return {};
    const winnerWithout = (id: string): string | null => without(id)(configured).winner;
    return { stability: measureStability({ winner, rankings, weights }, tests, winnerWithout) };
  };
};

/** Only if missing progress is all that keeps a candidate from winning. */
const progressHint = ({ winner, rankings }: ScoredRace): string[] =>
  winner === null && rankings.some(({ gates }) => gates.length === 1 && gates[0] === 'progress')
    ? ['progress is required: set [trust] requires_progress = false if the task fixes no test']
    : [];

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

/** Recorded before changes were compared with each other: such runs keep their winner. */
const isEarlier = ({ evidence }: Captured): boolean =>
  evidence.length > 0 && evidence.every(({ sketch }) => sketch === undefined);

const asRecorded = (winner: string | null): Decision =>
  winner === null
    ? { kind: 'none', candidates: [], reason: '', settle: [], model: '0' }
    : { kind: 'winner', candidates: [winner], reason: '', settle: [], model: '0' };

/** Earlier engines did not mention hidden tests. */
const toldOf = (captured: Captured): Parameters<typeof whyDecision>[2] =>
  captured.confirmation === 'inputs'
    ? {
        hiddenFixed: (name) =>
          captured.evidence
            .filter(({ candidate }) => candidate.name === name)
            .reduce((sum, one) => sum + hiddenFixed(one, captured), 0),
      }
    : { earlier: true };

/** The conclusion under any weights, and the winner alone, which is quicker to compute. */
export type Decider = {
  conclude(weights: RunPolicy['weights']): Conclusion;
  winner(weights: RunPolicy['weights']): string | null;
};

/** Everything that does not depend on weights is computed once. */
export const decideByWeights = (seen: Captured, policy: RunPolicy, runId: string): Decider => {
  const { captured, beliefs, field, scoredBy } = weighCaptured(seen, policy);
  const byOrder = captured.controls === undefined || isEarlier(captured);
  const choose = byOrder ? null : chooseAmong(captured, beliefs, scoredBy(policy.weights).rankings, policy);
  const cards = once(() => conventionCards(captured, beliefs));
  const stabilityOf = once(() => openStability(captured, policy));
  const { isolation, notes, rejected } = captured;
  const degraded = isolation.level === 'degraded' ? [`sandbox: degraded (${isolation.detail})`] : [];
  const conclude = (weights: RunPolicy['weights']): Conclusion => {
    const plain = scoredBy(weights);
    const proven = withProof(plain.rankings, captured, beliefs);
    const scored = { ...plain, rankings: withConventions(proven, cards()) };
    const whole: Conclusion = {
      run_id: runId,
      ...scored,
      ...(captured.health === undefined ? {} : { base_health: captured.health }),
      rejected: rejected.map(({ candidate, reason }) => ({ agent: candidate.name, reason })),
      notes: [
        ...notes,
        ...degraded,
        ...scored.notes,
        ...checkBaseNeverWins(field.baseline, { ...policy, weights }),
        ...progressHint(scored),
      ],
    };
    if (captured.controls === undefined) return whole;
    const chosen = choose?.(scored.rankings) ?? null;
    const decision = chosen?.decision ?? asRecorded(scored.winner);
    const [first = null] = decision.candidates;
    const winner = decision.kind === 'winner' ? first : null;
    const rankings = withLikelihood(scored.rankings, chosen);
    return {
      ...whole,
      winner,
      rankings,
      ...(chosen === null ? {} : { decision }),
      why: whyDecision(decision, rankings, toldOf(captured)),
      ...strengthOf(captured, beliefs, { ...scored, winner: first }),
      ...(winner === scored.winner ? stabilityOf()(scored, weights) : {}),
      quarantined: [...(captured.quarantined ?? [])],
      excused: [...beliefs.excused],
    };
  };
  const winner = (weights: RunPolicy['weights']): string | null => {
    const scored = scoredBy(weights);
    if (choose === null) return scored.winner;
    const { decision } = choose(scored.rankings);
    return decision.kind === 'winner' ? (decision.candidates[0] ?? null) : null;
  };
  return { conclude, winner };
};

/** From evidence to conclusion. Replaying a run calls this again. */
export const conclude = (seen: Captured, policy: RunPolicy, runId: string): Conclusion =>
  decideByWeights(seen, policy, runId).conclude(policy.weights);
