import type { Dimension } from '../dimension.ts';
import { explainBuild, scoreBuild } from './score-build.ts';

export const build = {
  key: 'build',
  title: 'build',
  weight: 30,
  description: 'Weight of the build dimension.',
  score: scoreBuild,
  explain: explainBuild,
} as const satisfies Dimension;
