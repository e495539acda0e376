import type { Dimension } from '../dimension.ts';
import { explainCost, scoreCost } from './score-cost.ts';

export const cost = {
  key: 'cost',
  title: 'cost',
  weight: null,
  description: 'Weight of cost per success, which replaces speed if it is set and usage is known.',
  score: scoreCost,
  explain: explainCost,
  replaces: {
    key: 'speed',
    reason: 'cost per success replaces speed',
    when: ({ leaders }) => leaders.cheapestUsd.known,
  },
} as const satisfies Dimension;
