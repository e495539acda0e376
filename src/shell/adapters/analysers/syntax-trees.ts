import type { SyntaxDifference, SyntaxTrees } from '../../ports/code-analysis.ts';
import type { AnalysisProcess } from './analysis-process.ts';
import { grammarFor } from './syntax/grammar-for.ts';

export const createSyntaxTrees = (analysis: AnalysisProcess): SyntaxTrees => ({
  async compare(path, before, after): Promise<SyntaxDifference> {
    if (!grammarFor(path)) return 'unparsed';
    const result = await analysis.ask({ kind: 'compare', path, before, after });
    return typeof result === 'string' ? result : 'gave-up';
  },
});
