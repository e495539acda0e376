import type { Options, Plugin } from 'prettier';
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

type Load = () => Promise<Plugin>;
const script: readonly Load[] = [
  () => import('prettier/plugins/babel'),
  // It is a plugin like the others, though its types do not say so.
  async () => (await import('prettier/plugins/estree')) as unknown as Plugin,
];
const style: readonly Load[] = [() => import('prettier/plugins/postcss')];

/** The part of prettier that a parser needs, for most a seventh. */
const PLUGINS_OF: Readonly<Record<string, readonly Load[]>> = {
  babel: script,
  'babel-ts': script,
  json: script,
  jsonc: script,
  json5: script,
  css: style,
  scss: style,
  less: style,
  markdown: [() => import('prettier/plugins/markdown')],
  yaml: [() => import('prettier/plugins/yaml')],
  graphql: [() => import('prettier/plugins/graphql')],
};

const optionsFor = (extension: string): Options & { readonly parser: string } => ({
  parser: PARSER_OF[extension]!,
  filepath: `file.${extension}`,
  objectWrap: 'collapse',
  // The content of a template string is a value at run time: its white space is not layout.
  embeddedLanguageFormatting: HOLDS_OTHER_LANGUAGES.has(extension) ? 'auto' : 'off',
});

export const prettierFormatter: Formatter = {
  id: 'prettier',
  otherExtensions: Object.keys(PARSER_OF),
  async load() {
    const { format } = await import('prettier/standalone');
    return async (path, text) => {
      const options = optionsFor(extensionOf(path));
      const needed = PLUGINS_OF[options.parser];
      // Pages may contain any other language.
      if (needed === undefined) return (await import('prettier')).format(text, options);
      return format(text, { ...options, plugins: await Promise.all(needed.map((load) => load())) });
    };
  },
};
