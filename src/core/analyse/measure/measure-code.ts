import type { CodeMeasures } from '../../domain/evidence/code-measures.ts';
import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import { countComplexity } from './count-complexity.ts';
import { countHalstead } from './count-halstead.ts';
import { countSourceLines } from './count-source-lines.ts';
import { maintainabilityIndex } from './maintainability-index.ts';
import type { MeasureRules } from '../../languages/parts/measure-rules.ts';
import { openMeasuredTree } from './measured-tree.ts';

/** Complexity, Halstead's counts and the maintainability index of one file; total for any tree. */
export const measureCode = (nodes: SyntaxNodes, text: string, rules: MeasureRules): CodeMeasures => {
  const tree = openMeasuredTree(nodes, text, rules);
  const { functions, total } = countComplexity(tree);
  const halstead = countHalstead(tree);
  const lines = countSourceLines(tree);
  return {
    functions,
    complexity: total,
    halstead,
    lines,
    maintainability: maintainabilityIndex({
      volume: halstead.volume,
      complexity: total,
      logicalLines: lines.logical,
      codeLines: lines.code,
      commentLines: lines.comments,
    }),
    damaged: nodes.hasError ?? nodes.kinds.includes('ERROR'),
  };
};
