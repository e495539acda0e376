import { failedGates, type FailedGates } from '../decide/gates.ts';
import { pickWinner, rank, type Rankable } from '../decide/rank.ts';
import type { Conclusion, Ranking } from '../domain/run/conclusion.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';
import type { RaceFacts, RaceField } from '../domain/run/race-facts.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import type { TestChange } from '../domain/candidate/test-change.ts';
import { compareTests, indexBaselineTests } from '../math/compare-tests.ts';
import { pairMeasured } from '../math/pair-measured.ts';
import type { RaceInput } from '../dimensions/race-input.ts';
import { findLeaders } from './find-leaders.ts';
import { RACE_MODEL, remarksOn, scoreCandidate, weighedDimensions } from './score-candidate.ts';

export type ScoredRace = Pick<Conclusion, 'model' | 'winner' | 'rankings' | 'weights' | 'notes'>;

type Gated = {
  readonly candidate: RaceFacts;
  readonly tests: Measured<TestChange>;
  readonly gates: FailedGates;
  /** Why infrastructure leaves this candidate without a score; null: it does not. */
  readonly lost: string | null;
};

type Ranked = Rankable & { readonly ranking: Ranking };

/** A gate or weighed dimension that infrastructure lost leaves the candidate unscored. */
const findLost = (facts: Readonly<Record<string, Measured<unknown>>>): string | null => {
  for (const [name, fact] of Object.entries(facts))
    if (!fact.known && fact.cause === 'infrastructure') return `not scored: ${name}: ${fact.reason}`;
  return null;
};

const blockingShares = ({ shares = {} }: RaceFacts, { weights }: RacePolicy): RaceFacts['shares'] =>
  Object.fromEntries(
    weighedDimensions(weights).flatMap(({ dimension: { key, evidence }, weight }) => {
      const share = evidence?.blocksOnFailure ? shares[key] : undefined;
      return share === undefined || weight === 0 ? [] : [[key, share]];
    }),
  );

/** One candidate and the base, by what is known without any other candidate. */
export type Alone = { readonly baseline: RaceField['baseline']; readonly candidate: RaceFacts };

/** The baseline is indexed once; every candidate is then one pass over its own tests. */
const gateField = ({ baseline, candidates }: RaceField, policy: RacePolicy): Gated[] => {
  const baseTests = mapMeasured(baseline.tests, indexBaselineTests);
  return candidates.map((candidate) => {
    const paired = pairMeasured(baseTests, candidate.tests);
    const tests = mapMeasured(paired, ({ base, own }) => {
      const change = compareTests(base, own);
      return candidate.provenTests === undefined ? change : { ...change, added: candidate.provenTests };
    });
    const gates = failedGates({ candidate, baseline, tests, policy: policy.gates });
    const { security, diff } = candidate;
    const build = pairMeasured(baseline.build, candidate.build);
    const lint = policy.weights.lint > 0 ? { lint: pairMeasured(baseline.lint, candidate.lint) } : {};
    const lost = findLost({ build, tests, ...lint, security, diff, ...blockingShares(candidate, policy) });
    return { candidate, tests, gates, lost };
  });
};

const churnOf = ({ diff }: RaceFacts): number | null =>
  diff.known ? diff.value.added + diff.value.removed : null;

const sourceChurnOf = ({ diff }: RaceFacts): { readonly sourceChurn?: number } =>
  diff.known && diff.value.sourceChurn !== undefined ? { sourceChurn: diff.value.sourceChurn } : {};

const isSuccessful = ({ gates, lost }: Gated): boolean => lost === null && Object.keys(gates).length === 0;

const gradientNote = ({ baseline, candidates }: RaceField, policy: RacePolicy): string[] => {
  if (policy.build_mode !== 'gradient') return [];
  const named = [baseline, ...candidates].some(
    ({ build }) => build.known && Object.keys(build.value.targets ?? {}).length > 0,
  );
  return named ? [] : ['gradient build mode names no target: the build is scored as passed or failed'];
};

/** As configured; the weights in effect for one candidate are listed with its scores. */
const configuredWeights = ({ weights }: RacePolicy): Record<string, number> =>
  Object.fromEntries(weighedDimensions(weights).map(({ dimension, weight }) => [dimension.key, weight]));

const cardOf = (
  { candidate, tests, lost }: Gated,
  around: Pick<RaceInput, 'baseline' | 'leaders' | 'successful'> & { readonly policy: RacePolicy },
) => {
  const input = { ...around, candidate, tests };
  const card = scoreCandidate(input, around.policy.weights);
  return { card, input, total: lost === null ? card.total : null };
};

const cardAlone = (
  alone: Alone | undefined,
  shared: Omit<Parameters<typeof cardOf>[1], 'baseline'>,
): ReturnType<typeof cardOf> | null => {
  if (alone === undefined) return null;
  const { baseline, candidate } = alone;
  const [own] = gateField({ baseline, candidates: [candidate] }, shared.policy);
  return own === undefined ? null : cardOf(own, { ...shared, baseline });
};

/** What the total of each candidate is made of, by candidate, as `scoreRace` uses it. */
export const raceInputs = (
  field: RaceField,
  policy: RacePolicy,
  alone?: readonly Alone[],
): ReadonlyMap<string, RaceInput> => {
  const gated = gateField(field, policy);
  const leaders = findLeaders(gated.filter(isSuccessful).map(({ candidate }) => candidate));
  return new Map(
    gated.map((entry, at) => {
      const shared = { leaders, successful: isSuccessful(entry), policy };
      const { input } =
        cardAlone(alone?.[at], shared) ?? cardOf(entry, { ...shared, baseline: field.baseline });
      return [entry.candidate.agent, input];
    }),
  );
};

/**
 * Gates first, since speed and cost are relative to those that passed them; then scores, then the order. `alone`:
 * what totals are made of, one a candidate, so that no other candidate changes them; the order counts what the whole
 * field shows.
 */
export const scoreRace = (field: RaceField, policy: RacePolicy, alone?: readonly Alone[]): ScoredRace => {
  const gated = gateField(field, policy);
  const leaders = findLeaders(gated.filter(isSuccessful).map(({ candidate }) => candidate));
  const toRanked = (entry: Gated, at: number): Ranked => {
    const { candidate, gates, lost } = entry;
    const successful = isSuccessful(entry);
    const shared = { leaders, successful, policy };
    const inField = cardOf(entry, { ...shared, baseline: field.baseline });
    const { card, input, total } = cardAlone(alone?.[at], shared) ?? inField;
    const ranking: Ranking = {
      agent: candidate.agent,
      mergeable: successful,
      total,
      breakdown: { ...card.breakdown },
      gates: Object.keys(gates),
      flags: [...candidate.flags],
      ...(candidate.capabilities === undefined || candidate.capabilities.length === 0
        ? {}
        : { capabilities: [...candidate.capabilities] }),
      reasons: {
        ...card.reasons,
        ...remarksOn(input, policy.weights, card.breakdown),
        ...gates,
        ...(lost === null ? {} : { total: lost }),
      },
      weights: lost === null ? { ...card.weights } : {},
      status: lost === null ? 'scored' : 'unscored',
    };
    const { agent, failedOfOthers = 0, progress = true, bringsProof = false } = candidate;
    return {
      agent,
      mergeable: successful,
      failedOfOthers,
      progress,
      total: inField.total,
      churn: churnOf(candidate),
      ...sourceChurnOf(candidate),
      bringsProof,
      ranking,
    };
  };
  const ranked = rank(gated.map(toRanked));
  return {
    model: { ...RACE_MODEL },
    winner: pickWinner(ranked),
    rankings: ranked.map(({ ranking }) => ranking),
    weights: configuredWeights(policy),
    notes: gradientNote(field, policy),
  };
};
