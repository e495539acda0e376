import type { Judge } from './judge.ts';

export const readability = {
  id: 'readability',
  instruction:
    'You judge readability: would a colleague understand the change at first sight? Names, structure, comments, size.',
} as const satisfies Judge;
