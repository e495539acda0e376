import type { Judge } from './judge.ts';

export const correctness = {
  id: 'correctness',
  instruction:
    'You judge correctness: does the change do what the task asks, in all cases that matter, without breaking others?',
} as const satisfies Judge;
