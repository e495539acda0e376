import type { FunctionMeasure } from '../../domain/evidence/code-measures.ts';
import { isSealed, type MeasuredTree } from './measured-tree.ts';

const MAX_NAME_LENGTH = 120;

export type CountedFunction = Omit<FunctionMeasure, 'maintainability'> & { readonly node: number };
export type Complexity = { readonly functions: readonly CountedFunction[]; readonly total: number };

/** The parent of a function: a module, a class or another function. */
type Open = { readonly node: number; readonly within: 'module' | 'class' | 'function'; decisions: number };

/** A catch-all case is not a decision. */
const takesAll = (tree: MeasuredTree, node: number): boolean => {
  const sign = tree.rules.catchAll.get(tree.kind(node));
  if (sign === undefined) return false;
  const pattern = tree.children(node).find((child) => !tree.isLeaf(child));
  return pattern !== undefined && tree.text(pattern) === sign;
};

const decisionsAt = (tree: MeasuredTree, node: number): number => {
  const { decisions, decisionsWithin } = tree.rules;
  const kind = tree.kind(node);
  const weight = decisions.get(kind);
  if (weight !== undefined) return takesAll(tree, node) ? 0 : weight;
  const places = decisionsWithin.get(kind);
  return places !== undefined && places.has(tree.kind(tree.parent(node))) ? 1 : 0;
};

/** Its own name, or that of the variable, property or key that it is assigned to. */
const nameOf = (tree: MeasuredTree, node: number): string => {
  const own = tree.child(node, 'name');
  if (own !== null) return tree.text(own).slice(0, MAX_NAME_LENGTH);
  const holder = tree.parent(node);
  for (const field of ['name', 'key', 'property', 'left']) {
    const name = holder < 0 ? null : tree.child(holder, field);
    if (name !== null && name < node) return tree.text(name).slice(0, MAX_NAME_LENGTH);
  }
  return '(anonymous)';
};

/** What a function adds to its file: a method counts for itself, a closure perhaps not at all. */
const shareOf = ({ within, decisions }: Open, { rules }: MeasuredTree): number => {
  if (within === 'function' && rules.closuresApart) return 0;
  return Math.max(0, decisions) + (within === 'class' ? 1 : 0);
};

/** Functions, and separately the open scopes: classes are open too, but decide nothing. */
const walk = (tree: MeasuredTree): { readonly found: readonly Open[]; readonly outside: number } => {
  const open: { readonly end: number; readonly is: Open | null }[] = [];
  const found: Open[] = [];
  let outside = 0;
  for (let node = 0; node < tree.count;) {
    for (let top = open.at(-1); top !== undefined && top.end <= node; top = open.at(-1)) open.pop();
    const holder = open.at(-1);
    const [kind, end] = [tree.kind(node), tree.after(node)];
    if (tree.rules.functions.has(kind) && !tree.isLeaf(node)) {
      const within = holder === undefined ? 'module' : holder.is === null ? 'class' : 'function';
      const one: Open = { node, within, decisions: 0 };
      open.push({ end, is: one });
      found.push(one);
    } else if (tree.rules.classes.has(kind) && !tree.isLeaf(node)) open.push({ end, is: null });
    const top = open.at(-1)?.is ?? null;
    const added = decisionsAt(tree, node);
    if (top === null) outside += added;
    else top.decisions += added;
    node = isSealed(tree, node) ? end : node + 1;
  }
  return { found, outside };
};

/** Decisions by function, nested ones separately; one pass at any depth. */
export const countComplexity = (tree: MeasuredTree): Complexity => {
  const { found, outside } = walk(tree);
  const functions = found.map(({ node, decisions }) => ({
    node,
    name: nameOf(tree, node),
    firstLine: tree.firstLine(node),
    lastLine: tree.lastLine(node),
    complexity: Math.max(0, decisions) + 1,
  }));
  const inside = found.reduce((sum, one) => sum + shareOf(one, tree), 0);
  return { functions, total: 1 + Math.max(0, outside) + inside };
};
