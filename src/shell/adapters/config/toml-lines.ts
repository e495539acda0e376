import { type AST, parseTOML } from 'toml-eslint-parser';

type Part = string | number;
/** The line where a key first appears, and the keys inside it. */
type Entry = { readonly line: number; readonly inside: Map<Part, Entry> };

/** The line of a key, of the first thing inside it, or of the nearest table around it; null if the text cannot be indexed. */
export type LineOfKey = (path: readonly Part[]) => number | null;

/** Finds the lines of keys in a TOML text that another parser has accepted. */
export const readTomlLines = (text: string): LineOfKey => {
  const program = parseOrNull(text);
  if (program === null) return () => null;
  const root = indexKeys(program);
  return (path) => {
    let entry = root;
    for (const part of path) {
      const next = entry.inside.get(part);
      if (next === undefined) break;
      entry = next;
    }
    return entry.line;
  };
};

/** A tree, not a list of paths: its size is bounded by the text, however deep the keys are. */
const indexKeys = (program: AST.TOMLProgram): Entry => {
  const root: Entry = { line: 1, inside: new Map() };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') indexPair(root, node);
    else {
      const table = indexPath(root, node.resolvedKey, node.loc.start.line);
      for (const pair of node.body) indexPair(table, pair);
    }
  }
  return root;
};

/** Fails on valid strings of more than about 100,000 characters; their file is then reported without lines. */
const parseOrNull = (text: string): AST.TOMLProgram | null => {
  try {
    return parseTOML(text, { tomlVersion: '1.1' });
  } catch {
    return null;
  }
};

const indexPath = (from: Entry, path: readonly Part[], line: number): Entry => {
  let entry = from;
  for (const part of path) {
    const known = entry.inside.get(part) ?? { line, inside: new Map<Part, Entry>() };
    entry.inside.set(part, known);
    entry = known;
  }
  return entry;
};

const indexPair = (table: Entry, { key, value }: AST.TOMLKeyValue): void => {
  const path = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
  indexValue(indexPath(table, path, key.loc.start.line), value);
};

const indexValue = (entry: Entry, value: AST.TOMLContentNode): void => {
  if (value.type === 'TOMLInlineTable') for (const pair of value.body) indexPair(entry, pair);
  if (value.type !== 'TOMLArray') return;
  for (const [index, element] of value.elements.entries())
    indexValue(indexPath(entry, [index], element.loc.start.line), element);
};
