import type { SyntaxReader } from '../../ports/code-analysis.ts';
import type { AnalysisProcess } from './analysis-process.ts';
import { grammarFor } from './syntax/grammar-for.ts';

export const createSyntaxReader = (analysis: AnalysisProcess): SyntaxReader => ({
  async read(path, text) {
    if (!grammarFor(path)) return null;
    const result = await analysis.ask({ kind: 'read', path, text });
    if (typeof result === 'object' && 'nodes' in result)
      return result.nodes ?? { gaveUp: 'the parser cannot read the file' };
    return { gaveUp: typeof result === 'object' && 'gaveUp' in result ? result.gaveUp : 'no answer' };
  },
});
