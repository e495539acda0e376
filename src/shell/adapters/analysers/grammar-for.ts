import { extensionOf } from './formatter.ts';

export type GrammarName = 'javascript' | 'typescript' | 'tsx' | 'python' | 'go' | 'rust' | 'java';

const GRAMMAR_OF = new Map<string, GrammarName>([
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['tsx', 'tsx'],
  ['py', 'python'],
  ['pyi', 'python'],
  ['go', 'go'],
  ['rs', 'rust'],
  ['java', 'java'],
]);

export const grammarFor = (path: string): GrammarName | undefined => GRAMMAR_OF.get(extensionOf(path));
