import type { Judge } from './judge.ts';

export const maintainability = {
  id: 'maintainability',
  instruction:
    'You judge maintainability: does the change fit the code around it, put things where they belong, and leave less to mend later?',
} as const satisfies Judge;
