import type { SyntaxNodes } from '../domain/source/syntax-nodes.ts';

/** Index of a node; the root is 0. */
export type Node = number;

/** Questions that rules ask of a syntax tree; all without recursion. */
export type Syntax = {
  readonly count: number;
  kind(node: Node): string;
  text(node: Node): string;
  start(node: Node): number;
  end(node: Node): number;
  parent(node: Node): Node;
  /** First node after the subtree: descendants are `node + 1` up to it. */
  after(node: Node): Node;
  children(node: Node): readonly Node[];
  field(node: Node, name: string): Node | null;
  /** The field of its parent that a node stands in; empty: none. */
  fieldOf(node: Node): string;
  fieldsOf(node: Node, name: string): readonly Node[];
  /** Nodes of these kinds, in order, within a subtree. */
  find(kinds: ReadonlySet<string>, within?: Node): readonly Node[];
  ancestor(node: Node, kinds: ReadonlySet<string>): Node | null;
};

/** Deeper than honest code nests; without a bound a hostile tree makes every question slow. */
const MAX_CLIMB = 256;

export const viewSyntax = (nodes: SyntaxNodes, source: string): Syntax => {
  const kind = (node: Node): string => nodes.kinds[nodes.kind[node]!] ?? '';
  const after = (node: Node): Node => nodes.after[node] ?? nodes.kind.length;
  const children = (node: Node): readonly Node[] => {
    const found: Node[] = [];
    for (let at = node + 1; at < after(node); at = after(at)) found.push(at);
    return found;
  };
  const fieldsOf = (node: Node, name: string): readonly Node[] => {
    const wanted = nodes.fields.indexOf(name);
    return wanted < 1 ? [] : children(node).filter((child) => nodes.field[child] === wanted);
  };
  return {
    count: nodes.kind.length,
    kind,
    text: (node) => source.slice(nodes.start[node], nodes.end[node]),
    start: (node) => nodes.start[node] ?? 0,
    end: (node) => nodes.end[node] ?? 0,
    parent: (node) => nodes.parent[node] ?? -1,
    after,
    children,
    fieldsOf,
    fieldOf: (node) => nodes.fields[nodes.field[node] ?? 0] ?? '',
    field: (node, name) => fieldsOf(node, name)[0] ?? null,
    find(kinds, within = 0) {
      const wanted = new Set(nodes.kinds.flatMap((name, at) => (kinds.has(name) ? [at] : [])));
      const found: Node[] = [];
      if (wanted.size === 0) return found;
      for (let at = within; at < after(within); at++) if (wanted.has(nodes.kind[at]!)) found.push(at);
      return found;
    },
    ancestor(node, kinds) {
      let at = nodes.parent[node] ?? -1;
      for (let step = 0; at >= 0 && step < MAX_CLIMB; step++, at = nodes.parent[at] ?? -1)
        if (kinds.has(kind(at))) return at;
      return null;
    },
  };
};
