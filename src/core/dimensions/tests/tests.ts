import type { Dimension } from '../dimension.ts';
import { explainTests, scoreTests } from './score-tests.ts';

export const tests = {
  key: 'tests',
  title: 'tests',
  weight: 30,
  description: 'Weight of the tests dimension.',
  score: scoreTests,
  explain: explainTests,
} as const satisfies Dimension;
