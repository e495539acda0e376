import type { Ranking, Stability } from '../domain/run/conclusion.ts';
import { weightedMean } from '../math/weighted-mean.ts';
import { pickWinner, rank, type Rankable } from './rank.ts';

const SAMPLES = 200;
/** Every weight varies between half and double its value. */
const SPREAD = 2;
const SEED = 0x9e3779b9;
const HINGES_SHOWN = 5;

type Weights = Readonly<Record<string, number>>;

/** The winner if one test is left out; null: there is none. */
export type WithoutTest = (id: string) => string | null;

/** xorshift32: the same sweep on every machine and in every replay. */
const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
};

const totalUnder = (ranking: Ranking, weights: Weights): number | null => {
  const parts = Object.entries(ranking.breakdown).map(([name, score]) => ({
    score,
    weight: weights[name] ?? 0,
  }));
  return ranking.total === null ? null : weightedMean(parts).mean;
};

type Contender = Rankable & { readonly ranking: Ranking };

const contenderOf = (ranking: Ranking): Contender => ({
  agent: ranking.agent,
  mergeable: ranking.mergeable,
  failedOfOthers: ranking.proof?.failed_of_others ?? 0,
  progress: ranking.proof?.progress !== 'none',
  total: ranking.total,
  churn: ranking.proof?.churn ?? null,
  sourceChurn: ranking.proof?.source_churn ?? ranking.proof?.churn ?? null,
  bringsProof: (ranking.proof?.proven ?? 0) > 0,
  failsClaimsOf: ranking.proof?.fails_claims_of ?? 0,
  ranking,
});

/** Candidates that can win under some weights: of those with the same evidence and scores, only the first can. */
const contendersIn = (rankings: readonly Ranking[]): readonly Contender[] => {
  const kinds = new Map<string, Contender[]>();
  for (const ranking of rankings) {
    const one = contenderOf(ranking);
    const { mergeable, failedOfOthers, progress, total } = one;
    const kind = JSON.stringify([mergeable, failedOfOthers, progress, total, ranking.breakdown]);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [one]);
    else known.push(one);
  }
  return [...kinds.values()].flatMap((alike) => rank(alike).slice(0, 1));
};

const winnerUnder = (contenders: readonly Contender[], weights: Weights): string | null =>
  pickWinner(rank(contenders.map((one) => ({ ...one, total: totalUnder(one.ranking, weights) }))));

const shareOf = (held: readonly boolean[]): number =>
  held.length === 0 ? 1 : held.filter(Boolean).length / held.length;

const sweep = (weights: Weights, keeps: (weights: Weights) => boolean): readonly boolean[] => {
  const random = seeded(SEED);
  return Array.from({ length: SAMPLES }, () =>
    keeps(
      Object.fromEntries(
        Object.entries(weights).map(([name, weight]) => [name, weight * SPREAD ** (2 * random() - 1)]),
      ),
    ),
  );
};

type Field = { readonly winner: string; readonly rankings: readonly Ranking[]; readonly weights: Weights };

/** Whether the winner changes under other weights, or without any one dimension or test. */
export const measureStability = (
  { winner, rankings, weights }: Field,
  tests: readonly string[],
  withoutTest: WithoutTest,
): Stability => {
  const contenders = contendersIn(rankings);
  const keeps = (changed: Weights): boolean => winnerUnder(contenders, changed) === winner;
  const swept = sweep(weights, keeps);
  const names = Object.keys(weights).filter((name) => (weights[name] ?? 0) > 0);
  const dimensions = names.length < 2 ? [] : names.map((name) => keeps({ ...weights, [name]: 0 }));
  const left = tests.map((id) => withoutTest(id) === winner);
  const hinges = [
    ...names.filter((_, at) => dimensions[at] === false),
    ...tests.filter((_, at) => left[at] === false),
  ];
  return {
    share: shareOf([...swept, ...dimensions, ...left]),
    weights: shareOf(swept),
    dimensions: shareOf(dimensions),
    tests: left.length === 0 ? null : shareOf(left),
    hinges: hinges.slice(0, HINGES_SHOWN),
  };
};
