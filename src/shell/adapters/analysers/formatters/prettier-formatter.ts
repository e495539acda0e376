import { extensionOf } from '../../../../core/languages/languages.ts';
import type { Formatter } from './formatter.ts';

const PARSER_OF: Readonly<Record<string, string>> = {
  js: 'babel',
  jsx: 'babel',
  mjs: 'babel',
  cjs: 'babel',
  ts: 'babel-ts',
  mts: 'babel-ts',
  cts: 'babel-ts',
  tsx: 'babel-ts',
  css: 'css',
  scss: 'scss',
  less: 'less',
  json: 'json',
  jsonc: 'jsonc',
  json5: 'json5',
  md: 'markdown',
  yaml: 'yaml',
  yml: 'yaml',
  html: 'html',
  vue: 'vue',
  graphql: 'graphql',
  gql: 'graphql',
};

const HOLDS_OTHER_LANGUAGES = new Set(['html', 'vue']);

export const prettierFormatter: Formatter = {
  id: 'prettier',
  otherExtensions: Object.keys(PARSER_OF),
  async load() {
    const { format } = await import('prettier');
    return (path, text) => {
      const extension = extensionOf(path);
      return format(text, {
        parser: PARSER_OF[extension]!,
        plugins: [],
        filepath: `file.${extension}`,
        objectWrap: 'collapse',
        // What stands in a template string is a value at run time: its white space is not layout.
        embeddedLanguageFormatting: HOLDS_OTHER_LANGUAGES.has(extension) ? 'auto' : 'off',
      });
    };
  },
};
