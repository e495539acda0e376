import { createRequire } from 'node:module';
import { Language as GrammarModule, Parser, type Tree } from 'web-tree-sitter';
import type { SyntaxCursor } from '../../../../core/analyse/source/syntax-cursor.ts';
import type { GrammarNames } from '../../../../core/analyse/source/compile-rules.ts';

type CursorCall = (tree: number) => number;
type CursorCalls = Readonly<Record<`_ts_tree_cursor_${string}_wasm` | '_ts_tree_root_node_wasm', CursorCall>>;

export type Grammar = {
  readonly names: GrammarNames;
  /** Calls `read` with a cursor at the root; null if the parser does not accept the text. */
  parse<T>(text: string, read: (cursor: SyntaxCursor) => T): T | null;
};

const { resolve } = createRequire(import.meta.url);
const grammars = new Map<string, Promise<Grammar>>();
let runtime: Promise<CursorCalls> | undefined;

/** The given object becomes the runtime's own module, with every function it exports. */
const start = async (): Promise<CursorCalls> => {
  const module: Record<string, unknown> = {};
  await Parser.init(module);
  return module as CursorCalls;
};

/** One cursor lives in the transfer buffer: without copies it takes an eighth (docs/decisions/analysers.md). */
const withCursor = <T>(calls: CursorCalls, tree: Tree, read: (cursor: SyntaxCursor) => T): T => {
  const at = (tree as unknown as { readonly 0: number })[0];
  const {
    _ts_tree_cursor_current_node_type_id_wasm: kind,
    _ts_tree_cursor_current_field_id_wasm: field,
    _ts_tree_cursor_start_index_wasm: first,
    _ts_tree_cursor_end_index_wasm: last,
    _ts_tree_cursor_goto_first_child_wasm: down,
    _ts_tree_cursor_goto_next_sibling_wasm: next,
    _ts_tree_cursor_goto_parent_wasm: up,
    _ts_tree_root_node_wasm: putRoot,
    _ts_tree_cursor_new_wasm: create,
    _ts_tree_cursor_delete_wasm: remove,
  } = calls;
  if (!kind || !field || !first || !last || !down || !next || !up || !create || !remove)
    throw new Error('this web-tree-sitter has no cursor that can be called directly');
  putRoot(at);
  create(at);
  try {
    return read({
      kind: () => kind(at),
      field: () => field(at),
      start: () => first(at),
      end: () => last(at),
      down: () => down(at) === 1,
      next: () => next(at) === 1,
      up: () => up(at) === 1,
    });
  } finally {
    remove(at);
  }
};

const load = async (name: string): Promise<Grammar> => {
  const calls = await (runtime ??= start());
  const parser = new Parser();
  const language = await GrammarModule.load(
    resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`),
  );
  parser.setLanguage(language);
  const kinds = Array.from(language.types, (kind) => kind ?? null);
  return {
    names: {
      kinds,
      named: kinds.map((_, id) => language.nodeTypeIsNamed(id)),
      fields: Array.from(language.fields, (field) => field ?? null),
    },
    parse(text, read) {
      const tree = parser.parse(text);
      if (!tree) return null;
      try {
        return withCursor(calls, tree, read);
      } finally {
        tree.delete();
        parser.reset();
      }
    },
  };
};

export const openGrammar = (name: string): Promise<Grammar> => {
  const known = grammars.get(name) ?? load(name);
  grammars.set(name, known);
  return known;
};
