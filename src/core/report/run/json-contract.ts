import type { Conclusion, Ranking } from '../../domain/run/conclusion.ts';
import { round4, roundAll } from '../../math/round4.ts';
import { inOrder } from './dimension-order.ts';

const contractConventions = ({ conventions }: Ranking): Pick<Ranking, 'conventions'> => {
  if (conventions === undefined) return {};
  const { breakdown, total, reasons } = conventions;
  return {
    conventions: {
      breakdown: roundAll(breakdown),
      total: total === null ? null : round4(total),
      reasons: { ...reasons },
    },
  };
};

const contractLikelihood = ({ likelihood }: Ranking): Pick<Ranking, 'likelihood'> => {
  if (likelihood === undefined) return {};
  const terms = likelihood.terms.map(({ why, log_odds }) => ({ why, log_odds: round4(log_odds) }));
  return { likelihood: { probability: round4(likelihood.probability), terms } };
};

const contractRanking = (ranking: Ranking): Ranking => ({
  agent: ranking.agent,
  mergeable: ranking.mergeable,
  total: ranking.total === null ? null : round4(ranking.total),
  breakdown: inOrder(roundAll(ranking.breakdown)),
  gates: [...ranking.gates],
  flags: ranking.flags.map((flag) => ({ ...flag })),
  ...(ranking.capabilities === undefined
    ? {}
    : { capabilities: ranking.capabilities.map((flag) => ({ ...flag })) }),
  reasons: inOrder(ranking.reasons),
  weights: inOrder(roundAll(ranking.weights)),
  status: ranking.status,
  ...(ranking.proof === undefined ? {} : { proof: { ...ranking.proof } }),
  ...contractLikelihood(ranking),
  ...contractConventions(ranking),
});

const contractStability = ({ stability }: Conclusion): Pick<Conclusion, 'stability'> => {
  if (stability === undefined) return {};
  const { share, weights, dimensions, tests, hinges } = stability;
  const numbers = { share: round4(share), weights: round4(weights), dimensions: round4(dimensions) };
  return { stability: { ...numbers, tests: tests === null ? null : round4(tests), hinges: [...hinges] } };
};

/** The documented output contract: the same keys in the same order, numbers with 4 decimals. */
export const toContract = (conclusion: Conclusion): Conclusion => ({
  run_id: conclusion.run_id,
  model: { ...conclusion.model },
  winner: conclusion.winner,
  ...(conclusion.base_health === undefined ? {} : { base_health: conclusion.base_health }),
  rankings: conclusion.rankings.map(contractRanking),
  rejected: conclusion.rejected.map(({ agent, reason }) => ({ agent, reason })),
  weights: inOrder(roundAll(conclusion.weights)),
  notes: [...conclusion.notes],
  ...(conclusion.decision === undefined ? {} : { decision: { ...conclusion.decision } }),
  ...(conclusion.why === undefined ? {} : { why: [...conclusion.why] }),
  ...(conclusion.evidence_strength === undefined
    ? {}
    : { evidence_strength: { ...conclusion.evidence_strength } }),
  ...contractStability(conclusion),
  ...(conclusion.quarantined === undefined ? {} : { quarantined: [...conclusion.quarantined] }),
  ...(conclusion.excused === undefined ? {} : { excused: [...conclusion.excused] }),
});
