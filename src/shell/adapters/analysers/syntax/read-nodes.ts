import type { Parser, TreeCursor } from 'web-tree-sitter';
import type { SyntaxNodes } from '../../../../core/domain/source/syntax-nodes.ts';

/** Tokens that no rule uses; leaving them out halves the tree. */
const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ';', '.', ':', '"', "'", '`']);
const MAX_NODES = 1_000_000;

const numbering = (names: string[]) => {
  const known = new Map(names.map((name, at) => [name, at]));
  return (name: string): number => {
    const at = known.get(name) ?? names.push(name) - 1;
    known.set(name, at);
    return at;
  };
};

type Columns = Record<'kind' | 'field' | 'start' | 'end' | 'parent' | 'after', number[]>;

/** In order and without recursion: hostile trees are deep. */
const walk = (cursor: TreeCursor, columns: Columns, kinds: string[], fields: string[]): void => {
  const [kindOf, fieldOf] = [numbering(kinds), numbering(fields)];
  const open: number[] = [];
  const visit = (): boolean => {
    const kind = cursor.nodeType;
    if (PUNCTUATION.has(kind)) return false;
    const at = columns.kind.push(kindOf(kind)) - 1;
    columns.field.push(fieldOf(cursor.currentFieldName ?? ''));
    columns.start.push(cursor.startIndex);
    columns.end.push(cursor.endIndex);
    columns.parent.push(open.at(-1) ?? -1);
    columns.after.push(at + 1);
    if (at >= MAX_NODES || !cursor.gotoFirstChild()) return false;
    open.push(at);
    return true;
  };
  const goOn = (): boolean => {
    while (!cursor.gotoNextSibling()) {
      const closed = open.pop();
      if (closed === undefined || !cursor.gotoParent()) return false;
      columns.after[closed] = columns.kind.length;
    }
    return true;
  };
  while (visit() || goOn());
};

/** The tree of any text; parts that do not fit the grammar are nodes of kind `ERROR`. */
export const readNodes = (parser: Parser, source: string): SyntaxNodes | null => {
  const tree = parser.parse(source);
  if (!tree) return null;
  const cursor = tree.walk();
  try {
    const columns: Columns = { kind: [], field: [], start: [], end: [], parent: [], after: [] };
    const [kinds, fields]: [string[], string[]] = [[], ['']];
    walk(cursor, columns, kinds, fields);
    return {
      kinds,
      fields,
      kind: Uint16Array.from(columns.kind),
      field: Uint16Array.from(columns.field),
      start: Uint32Array.from(columns.start),
      end: Uint32Array.from(columns.end),
      parent: Int32Array.from(columns.parent),
      after: Uint32Array.from(columns.after),
      hasError: tree.rootNode.hasError,
    };
  } finally {
    cursor.delete();
    tree.delete();
    parser.reset();
  }
};
