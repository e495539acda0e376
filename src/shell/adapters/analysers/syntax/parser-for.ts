import { createRequire } from 'node:module';
import { Language as GrammarModule, Parser } from 'web-tree-sitter';

const { resolve } = createRequire(import.meta.url);
const parsers = new Map<string, Promise<Parser>>();
let started: Promise<void> | undefined;

const load = async (name: string): Promise<Parser> => {
  await (started ??= Parser.init());
  const parser = new Parser();
  parser.setLanguage(
    await GrammarModule.load(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  );
  return parser;
};

export const parserFor = (name: string): Promise<Parser> => {
  const known = parsers.get(name) ?? load(name);
  parsers.set(name, known);
  return known;
};
