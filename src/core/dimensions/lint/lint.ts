import type { Dimension } from '../dimension.ts';
import { explainLint, scoreLint } from './score-lint.ts';

export const lint = {
  key: 'lint',
  title: 'lint',
  weight: 15,
  description: 'Weight of the lint dimension.',
  score: scoreLint,
  explain: explainLint,
} as const satisfies Dimension;
