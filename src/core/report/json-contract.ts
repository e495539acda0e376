import type { Conclusion, Ranking } from '../domain/conclusion.ts';
import { round4 } from '../math/round4.ts';

const roundScore = (score: number | null): number | null => (score === null ? null : round4(score));

const roundEach = <T extends number | null>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, roundScore(value) as T]));

const contractRanking = (ranking: Ranking): Ranking => ({
  agent: ranking.agent,
  mergeable: ranking.mergeable,
  total: roundScore(ranking.total),
  breakdown: roundEach(ranking.breakdown),
  gates: [...ranking.gates],
  flags: ranking.flags.map((flag) => ({ ...flag })),
  reasons: { ...ranking.reasons },
  weights: roundEach(ranking.weights),
  status: ranking.status,
});

/** The documented output contract: the same keys in the same order, numbers with 4 decimals. */
export const toContract = (conclusion: Conclusion): Conclusion => ({
  run_id: conclusion.run_id,
  model: { ...conclusion.model },
  winner: conclusion.winner,
  rankings: conclusion.rankings.map(contractRanking),
  rejected: conclusion.rejected.map(({ agent, reason }) => ({ agent, reason })),
  weights: roundEach(conclusion.weights),
  notes: [...conclusion.notes],
});
