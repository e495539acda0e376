import type { Dimension } from '../dimension.ts';
import { scoreSpeed } from './score-speed.ts';

export const speed = {
  key: 'speed',
  title: 'speed',
  weight: 10,
  description: 'Weight of the speed dimension.',
  score: scoreSpeed,
} as const satisfies Dimension;
