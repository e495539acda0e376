import type { Dimension } from '../dimension.ts';
import { explainSpeed, scoreSpeed } from './score-speed.ts';

export const speed = {
  key: 'speed',
  title: 'speed',
  weight: 10,
  description: 'Weight of the speed dimension.',
  score: scoreSpeed,
  explain: explainSpeed,
} as const satisfies Dimension;
