import type { Selector } from '../selector.ts';

/** All candidates are equal; no winner is named. */
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
