import type { SyntaxNodes } from '../domain/source/syntax-nodes.ts';

/** A source with its tree, and the queries that the control needs. */
export type Tree = {
  readonly size: number;
  readonly kind: (node: number) => string;
  readonly field: (node: number) => string;
  readonly parent: (node: number) => number;
  readonly text: (node: number) => string;
  readonly start: (node: number) => number;
  readonly end: (node: number) => number;
  /** Without comments. */
  readonly children: (node: number) => readonly number[];
  readonly child: (node: number, field: string) => number | null;
};

export const walkNodes = (nodes: SyntaxNodes, source: string): Tree => {
  const kind = (node: number): string => nodes.kinds[nodes.kind[node] ?? 0] ?? '';
  const field = (node: number): string => nodes.fields[nodes.field[node] ?? 0] ?? '';
  const children = (node: number): readonly number[] => {
    const found: number[] = [];
    const end = nodes.after[node] ?? 0;
    for (let at = node + 1; at < end; at = nodes.after[at] ?? end) if (kind(at) !== 'comment') found.push(at);
    return found;
  };
  return {
    size: nodes.kind.length,
    kind,
    field,
    children,
    parent: (node) => nodes.parent[node] ?? -1,
    text: (node) => source.slice(nodes.start[node], nodes.end[node]),
    start: (node) => nodes.start[node] ?? 0,
    end: (node) => nodes.end[node] ?? 0,
    child: (node, name) => children(node).find((one) => field(one) === name) ?? null,
  };
};

/** A changed expectation: its place and its new text. */
export type Edit = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Title of the test whose body certainly reaches it; null: unknown. */
  readonly test: string | null;
};

/** A node's text with a node inside it replaced. */
export const replaceInside = (tree: Tree, outer: number, inner: number, text: string): string => {
  const whole = tree.text(outer);
  const from = tree.start(outer);
  return whole.slice(0, tree.start(inner) - from) + text + whole.slice(tree.end(inner) - from);
};
