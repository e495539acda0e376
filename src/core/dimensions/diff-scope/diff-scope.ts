import type { Dimension } from '../dimension.ts';
import { explainDiffScope, remarkOnDiffScope, scoreDiffScope } from './score-diff-scope.ts';

export const diffScope = {
  key: 'diff_scope',
  title: 'scope',
  weight: 15,
  description: 'Weight of the diff scope dimension.',
  score: scoreDiffScope,
  explain: explainDiffScope,
  remark: remarkOnDiffScope,
} as const satisfies Dimension;
