import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import type { GrammarName } from './grammar-for.ts';

const { resolve } = createRequire(import.meta.url);
const parsers = new Map<GrammarName, Promise<Parser>>();
let started: Promise<void> | undefined;

const load = async (name: GrammarName): Promise<Parser> => {
  await (started ??= Parser.init());
  const parser = new Parser();
  parser.setLanguage(await Language.load(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)));
  return parser;
};

export const parserFor = (name: GrammarName): Promise<Parser> => {
  const known = parsers.get(name) ?? load(name);
  parsers.set(name, known);
  return known;
};
