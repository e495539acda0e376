import type { CodeMeasures, FunctionMeasure } from '../../domain/evidence/code-measures.ts';
import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import { type CountedFunction, countComplexity } from './count-complexity.ts';
import { countHalstead } from './count-halstead.ts';
import { countSourceLines } from './count-source-lines.ts';
import { maintainabilityIndex } from './maintainability-index.ts';
import type { MeasureRules } from '../../languages/parts/measure-rules.ts';
import { type MeasuredTree, openMeasuredTree } from './measured-tree.ts';

/** Nested functions are measured separately and with their parent: beyond some work, the rest is left unmeasured. */
const MOST_NODES = 2_000_000;

const withMaintainability = (
  tree: MeasuredTree,
  functions: readonly CountedFunction[],
): readonly FunctionMeasure[] => {
  let looked = 0;
  return functions.map(({ node, ...counted }) => {
    const end = tree.after(node);
    looked += end - node;
    if (looked > MOST_NODES) return counted;
    const lines = countSourceLines(tree, node, end);
    const maintainability = maintainabilityIndex({
      volume: countHalstead(tree, node, end).volume,
      complexity: counted.complexity,
      logicalLines: lines.logical,
      codeLines: lines.code,
      commentLines: lines.comments,
    });
    return { ...counted, maintainability };
  });
};

/** Complexity, Halstead's counts and the maintainability index of one file; total for any tree. */
export const measureCode = (nodes: SyntaxNodes, text: string, rules: MeasureRules): CodeMeasures => {
  const tree = openMeasuredTree(nodes, text, rules);
  const { functions, total } = countComplexity(tree);
  const halstead = countHalstead(tree);
  const lines = countSourceLines(tree);
  return {
    functions: withMaintainability(tree, functions),
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
