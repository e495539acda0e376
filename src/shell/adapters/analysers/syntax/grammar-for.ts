import { extensionOf, languageOf } from '../../../../core/languages/languages.ts';

/** Name of the tree-sitter grammar that reads a file. */
export const grammarFor = (path: string): string | undefined => languageOf(path)?.grammars[extensionOf(path)];
