import type { Selector } from '../selector.ts';

/** What the stored run decided, as the user saw it. */
export const decision: Selector = {
  id: 'decision',
  summary: 'what Hydra decided in a stored run',
  unfit: ({ conclusion }) => (conclusion === undefined ? 'it is not a stored run' : null),
  select: ({ candidates, conclusion }) => {
    const known = new Set(candidates.map(({ name }) => name));
    const winner = conclusion?.winner ?? null;
    const first = conclusion?.rankings[0]?.agent;
    const leader = winner ?? first;
    return {
      probabilities: null,
      pick: winner !== null && known.has(winner) ? winner : null,
      leading: leader !== undefined && known.has(leader) ? [leader] : [],
      reason: conclusion?.why?.[0] ?? (winner === null ? 'no winner was named' : `${winner} was the winner`),
    };
  },
};
