import type { Selector } from '../selector.ts';

/** The decision of an evaluation, as the user saw it. */
export const decision: Selector = {
  id: 'decision',
  summary: 'what Hydra decided in an evaluation',
  unfit: ({ conclusion, unfinished }) =>
    conclusion === undefined && unfinished === undefined ? 'it was not evaluated' : null,
  select: ({ candidates, conclusion, unfinished }) => {
    if (unfinished !== undefined)
      return { probabilities: null, pick: null, leading: [], reason: `no decision: ${unfinished}` };
    const known = new Set(candidates.map(({ name }) => name));
    const { winner = null, rankings = [], decision: made, why } = conclusion ?? {};
    const leader = winner ?? made?.candidates[0] ?? rankings[0]?.agent;
    const likely = rankings.flatMap(({ agent, likelihood }) =>
      likelihood === undefined ? [] : [[agent, likelihood.probability] as const],
    );
    return {
      probabilities: likely.length === 0 ? null : new Map(likely),
      pick: winner !== null && known.has(winner) ? winner : null,
      leading: leader !== undefined && known.has(leader) ? [leader] : [],
      reason:
        made?.reason ?? why?.[0] ?? (winner === null ? 'no winner was named' : `${winner} was the winner`),
    };
  },
};
