import type { Selector } from '../selector.ts';

/** Everybody is as good as everybody else; no winner is named. */
export const random: Selector = {
  id: 'random',
  summary: 'any candidate',
  select: ({ candidates }) => ({
    probabilities: null,
    pick: null,
    leading: candidates.map(({ name }) => name),
    reason: 'all candidates are equal',
  }),
};
