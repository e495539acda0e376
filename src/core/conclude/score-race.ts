import { failedGates, type FailedGates } from '../decide/gates.ts';
import { pickWinner, rank, type Rankable } from '../decide/rank.ts';
import type { Conclusion, Ranking } from '../domain/run/conclusion.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';
import type { RaceFacts, RaceField } from '../domain/run/race-facts.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import type { TestChange } from '../domain/candidate/test-change.ts';
import { compareTests, indexBaselineTests } from '../compare/compare-tests.ts';
import { pairMeasured } from '../math/pair-measured.ts';
import type { RaceInput } from '../dimensions/race-input.ts';
import { findLeaders } from './find-leaders.ts';
import { RACE_MODEL, remarksOn, scoreCandidate, scoresOf, weighedDimensions } from './score-candidate.ts';

export type ScoredRace = Pick<Conclusion, 'model' | 'winner' | 'rankings' | 'weights' | 'notes'>;

/** The facts that no weight changes. */
type Gated = {
  readonly candidate: RaceFacts;
  readonly tests: Measured<TestChange>;
  readonly gates: FailedGates;
};

type Scorable = Gated & {
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

type Weights = RacePolicy['weights'];

const blockingShares = ({ shares = {} }: RaceFacts, weights: Weights): RaceFacts['shares'] =>
  Object.fromEntries(
    weighedDimensions(weights).flatMap(({ dimension: { key, evidence }, weight }) => {
      const share = evidence?.blocksOnFailure ? shares[key] : undefined;
      return share === undefined || weight === 0 ? [] : [[key, share]];
    }),
  );

/** One candidate and the base, with only the facts that are known without other candidates. */
export type Alone = { readonly baseline: RaceField['baseline']; readonly candidate: RaceFacts };

/** The baseline is indexed once; every candidate is then one pass over its own tests. */
const gateField = (
  { baseline, candidates }: RaceField,
  policy: Pick<RacePolicy, 'gates'>,
): readonly Gated[] => {
  const baseTests = mapMeasured(baseline.tests, indexBaselineTests);
  return candidates.map((candidate) => {
    const paired = pairMeasured(baseTests, candidate.tests);
    const tests = mapMeasured(paired, ({ base, own }) => {
      const change = compareTests(base, own);
      return candidate.provenTests === undefined ? change : { ...change, added: candidate.provenTests };
    });
    return { candidate, tests, gates: failedGates({ candidate, baseline, tests, policy: policy.gates }) };
  });
};

/** A dimension without weight may be lost. */
const withLost = (gated: readonly Gated[], baseline: RaceField['baseline'], weights: Weights): Scorable[] =>
  gated.map((entry) => {
    const { candidate, tests } = entry;
    const { security, diff } = candidate;
    const build = pairMeasured(baseline.build, candidate.build);
    const lint = weights.lint > 0 ? { lint: pairMeasured(baseline.lint, candidate.lint) } : {};
    const lost = findLost({ build, tests, ...lint, security, diff, ...blockingShares(candidate, weights) });
    return { ...entry, lost };
  });

const churnOf = ({ diff }: RaceFacts): number | null =>
  diff.known ? diff.value.added + diff.value.removed : null;

const sourceChurnOf = ({ diff }: RaceFacts): { readonly sourceChurn?: number } =>
  diff.known && diff.value.sourceChurn !== undefined ? { sourceChurn: diff.value.sourceChurn } : {};

const isSuccessful = ({ gates, lost }: Scorable): boolean => lost === null && Object.keys(gates).length === 0;

const gradientNote = ({ baseline, candidates }: RaceField, policy: RacePolicy): string[] => {
  if (policy.build_mode !== 'gradient') return [];
  const named = [baseline, ...candidates].some(
    ({ build }) => build.known && Object.keys(build.value.targets ?? {}).length > 0,
  );
  return named ? [] : ['gradient build mode names no target: the build is scored as passed or failed'];
};

/** As configured; the effective weights of a candidate are listed with its scores. */
const configuredWeights = ({ weights }: RacePolicy): Record<string, number> =>
  Object.fromEntries(weighedDimensions(weights).map(({ dimension, weight }) => [dimension.key, weight]));

type Around = Pick<RaceInput, 'baseline' | 'leaders' | 'successful' | 'policy'>;

/** Scores, for weights of the same names. */
const scored = ({ candidate, tests, lost }: Scorable, around: Around, weights: Weights) => {
  const input: RaceInput = { ...around, candidate, tests };
  return { input, lost, scores: scoresOf(input, weights) };
};
type Scored = ReturnType<typeof scored>;

/** One candidate by itself, with what the gates found. */
type GatedAlone = { readonly baseline: RaceField['baseline']; readonly gated: readonly Gated[] };

const gateAlone = ({ baseline, candidate }: Alone, policy: RacePolicy): GatedAlone => ({
  baseline,
  gated: gateField({ baseline, candidates: [candidate] }, policy),
});

const scoredAlone = (
  alone: GatedAlone | undefined,
  shared: Omit<Around, 'baseline'>,
  weights: Weights,
): Scored | null => {
  if (alone === undefined) return null;
  const { baseline, gated } = alone;
  const [own] = withLost(gated, baseline, weights);
  return own === undefined ? null : scored(own, { ...shared, baseline }, weights);
};

const leadersIn = (standings: readonly Scorable[]): RaceInput['leaders'] =>
  findLeaders(standings.filter(isSuccessful).map(({ candidate }) => candidate));

/** A field whose tests are compared and whose gates are tried. */
type GatedField = {
  readonly baseline: RaceField['baseline'];
  readonly gated: readonly Gated[];
  readonly alone: readonly GatedAlone[] | undefined;
};

const gateAll = (field: RaceField, policy: RacePolicy, alone?: readonly Alone[]): GatedField => ({
  baseline: field.baseline,
  gated: gateField(field, policy),
  alone: alone?.map((one) => gateAlone(one, policy)),
});

/** Every candidate's scores in the field, and the scores that its total consists of. */
const scoreField = ({ baseline, gated, alone }: GatedField, policy: RacePolicy, weights: Weights) => {
  const standings = withLost(gated, baseline, weights);
  const leaders = leadersIn(standings);
  return standings.map((entry, at) => {
    const shared = { leaders, successful: isSuccessful(entry), policy };
    const inField = scored(entry, { ...shared, baseline }, weights);
    const own = scoredAlone(alone?.[at], shared, weights) ?? inField;
    const { breakdown } = scoreCandidate(own.input, weights, own.scores);
    return { entry, inField, own, remarks: remarksOn(own.input, weights, breakdown) };
  });
};

/** The input of each candidate's total, by candidate, as `scoreRace` uses it. */
export const raceInputs = (
  field: RaceField,
  policy: RacePolicy,
  alone?: readonly Alone[],
): ReadonlyMap<string, RaceInput> =>
  new Map(
    scoreField(gateAll(field, policy, alone), policy, policy.weights).map(({ entry, own }) => [
      entry.candidate.agent,
      own.input,
    ]),
  );

const cardOf = ({ input, lost, scores }: Scored, weights: Weights) => {
  const card = scoreCandidate(input, weights, scores);
  return { card, total: lost === null ? card.total : null };
};

/** Scores depend on which dimensions are weighed and which weigh nothing, not on how much the others weigh. */
const patternOf = (weights: Weights): string =>
  weighedDimensions(weights)
    .map(({ dimension, weight }) => `${dimension.key}${weight > 0 ? '' : '=0'}`)
    .join(' ');

/** The values that the order depends on besides gates and total. */
const orderOf = (candidate: RaceFacts): Omit<Rankable, 'agent' | 'mergeable' | 'total'> => {
  const { failedOfOthers = 0, progress = true, bringsProof = false, failsClaimsOf = 0 } = candidate;
  const churn = churnOf(candidate);
  return { failedOfOthers, progress, bringsProof, failsClaimsOf, churn, ...sourceChurnOf(candidate) };
};

/**
 * Gates first, since speed and cost are relative to the candidates that passed them; then scores, then the order.
 * `alone`: one entry per candidate, from which its total is computed independently of other candidates; the order uses
 * the whole field. Tests are compared and gates evaluated once, for any number of weights.
 */
export const raceByWeights = (
  field: RaceField,
  unweighed: RacePolicy,
  alone?: readonly Alone[],
): ((weights: Weights) => ScoredRace) => {
  const gated = gateAll(field, unweighed, alone);
  const scoredBy = new Map<string, ReturnType<typeof scoreField>>();
  return (weights) => {
    const policy = { ...unweighed, weights };
    const pattern = patternOf(weights);
    const scoredField = scoredBy.get(pattern) ?? scoreField(gated, unweighed, weights);
    scoredBy.set(pattern, scoredField);
    const toRanked = ({ entry, inField, own, remarks }: (typeof scoredField)[number]): Ranked => {
      const { candidate, gates, lost } = entry;
      const successful = isSuccessful(entry);
      const { card, total } = cardOf(own, weights);
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
          ...remarks,
          ...gates,
          ...(lost === null ? {} : { total: lost }),
        },
        weights: lost === null ? { ...card.weights } : {},
        status: lost === null ? 'scored' : 'unscored',
      };
      return {
        agent: candidate.agent,
        mergeable: successful,
        total: own === inField ? total : cardOf(inField, weights).total,
        ...orderOf(candidate),
        ranking,
      };
    };
    const ranked = rank(scoredField.map(toRanked));
    return {
      model: { ...RACE_MODEL },
      winner: pickWinner(ranked),
      rankings: ranked.map(({ ranking }) => ranking),
      weights: configuredWeights(policy),
      notes: gradientNote(field, policy),
    };
  };
};

export const scoreRace = (field: RaceField, policy: RacePolicy): ScoredRace =>
  raceByWeights(field, policy)(policy.weights);
