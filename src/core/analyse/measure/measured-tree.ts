import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import type { MeasureRules } from '../../languages/parts/measure-rules.ts';

const LINE_END = /\r\n|\n|\r/g;

/** A tree, its text, and the queries that measures need. */
export type MeasuredTree = {
  readonly rules: MeasureRules;
  readonly count: number;
  readonly lines: readonly string[];
  kind(node: number): string;
  field(node: number): string;
  text(node: number): string;
  parent(node: number): number;
  after(node: number): number;
  children(node: number): readonly number[];
  child(node: number, field: string): number | null;
  isLeaf(node: number): boolean;
  /** From 1. */
  firstLine(node: number): number;
  lastLine(node: number): number;
};

const lineStarts = (text: string): Uint32Array => {
  const starts = [0];
  for (const end of text.matchAll(LINE_END)) starts.push(end.index + end[0].length);
  return Uint32Array.from(starts);
};

const lineAt = (starts: Uint32Array, offset: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
};

export const openMeasuredTree = (nodes: SyntaxNodes, text: string, rules: MeasureRules): MeasuredTree => {
  const starts = lineStarts(text);
  const count = nodes.kind.length;
  const kind = (node: number): string => nodes.kinds[nodes.kind[node] ?? 0] ?? '';
  const field = (node: number): string => nodes.fields[nodes.field[node] ?? 0] ?? '';
  const after = (node: number): number => nodes.after[node] ?? count;
  const children = (node: number): readonly number[] => {
    const found: number[] = [];
    for (let at = node + 1; at < after(node); at = after(at)) found.push(at);
    return found;
  };
  return {
    rules,
    count,
    lines: text.split(LINE_END),
    kind,
    field,
    after,
    children,
    text: (node) => text.slice(nodes.start[node], nodes.end[node]),
    parent: (node) => nodes.parent[node] ?? -1,
    child: (node, name) => children(node).find((one) => field(one) === name) ?? null,
    isLeaf: (node) => after(node) === node + 1,
    firstLine: (node) => lineAt(starts, nodes.start[node] ?? 0),
    lastLine: (node) => lineAt(starts, Math.max(nodes.start[node] ?? 0, (nodes.end[node] ?? 1) - 1)),
  };
};

/** True if nothing inside is examined. */
export const isSealed = (tree: MeasuredTree, node: number): boolean => {
  const { rules } = tree;
  if (rules.sealed.has(tree.kind(node))) return true;
  if (rules.sealedFields.size === 0 || node === 0) return false;
  return rules.sealedFields.has(`${tree.kind(tree.parent(node))}.${tree.field(node)}`);
};
