import type { Halstead } from '../../domain/evidence/code-measures.ts';
import { isSealed, type MeasuredTree } from './measured-tree.ts';

const MAX_TEXT = 200;

const unwrap = (tree: MeasuredTree, node: number): number => {
  let at = node;
  for (let step = 0; step < 64 && tree.rules.wrappers.has(tree.kind(at)); step += 1) {
    const inner = tree.children(at).find((child) => !tree.rules.comments.has(tree.kind(child)));
    if (inner === undefined) return at;
    at = inner;
  }
  return at;
};

/** Equal names and constants are one operand within a function; every composed expression is a separate one. */
const operandKey = (tree: MeasuredTree, node: number, context: string): string => {
  const at = unwrap(tree, node);
  const kind = tree.kind(at);
  const part = tree.rules.operandParts.get(kind);
  const named = part === undefined ? null : tree.child(at, part);
  if (named !== null) return `${context} ${tree.text(named).slice(0, MAX_TEXT)}`;
  const isAtom =
    tree.rules.atoms.has(kind) && !tree.children(at).some((one) => tree.kind(one) === 'interpolation');
  return isAtom ? `${context} ${tree.text(at).slice(0, MAX_TEXT)}` : `#${at}`;
};

/** `+=` computes as `+` does. */
const operatorKey = (kind: string, isUnary: boolean): string =>
  `${isUnary ? 'unary ' : ''}${kind.length > 1 && kind.endsWith('=') && !/^[=!<>]/.test(kind) ? kind.slice(0, -1) : kind}`;

type Parts = { readonly operators: readonly string[]; readonly operands: readonly number[] };

const partsOf = (tree: MeasuredTree, node: number): Parts => {
  const { comments, wrappers, atoms } = tree.rules;
  const [operators, operands]: [string[], number[]] = [[], []];
  for (const child of tree.children(node)) {
    const kind = tree.kind(child);
    if (comments.has(kind)) continue;
    const field = tree.field(child);
    const isOperator =
      field.startsWith('operator') ||
      (tree.isLeaf(child) &&
        !atoms.has(kind) &&
        !wrappers.has(kind) &&
        /^[^\w"'`]|^(?:not|and|or|in|is|typeof|void|delete|instanceof)\b/.test(kind));
    if (isOperator) operators.push(kind);
    else operands.push(child);
  }
  return { operators, operands };
};

/** Part of a chain that its head has counted already. */
const belongsToChain = (tree: MeasuredTree, node: number): boolean => {
  const kind = tree.kind(node);
  const parent = tree.parent(node);
  if (!tree.rules.flattened.has(kind) || parent < 0 || tree.kind(parent) !== kind) return false;
  return partsOf(tree, parent).operators[0] === partsOf(tree, node).operators[0];
};

const chainOf = (tree: MeasuredTree, node: number): Parts => {
  const { operators, operands } = partsOf(tree, node);
  if (!tree.rules.flattened.has(tree.kind(node))) return { operators, operands };
  const flat: number[] = [];
  const waiting = operands.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (belongsToChain(tree, next)) waiting.push(...partsOf(tree, next).operands.toReversed());
    else flat.push(next);
  return { operators: operators.slice(0, 1), operands: flat };
};

/** Operators and operands of expressions, as radon counts them: called, indexed and assigned nodes are not operands. */
export const countHalstead = (tree: MeasuredTree, from = 0, to = tree.count): Halstead => {
  const [operatorsSeen, operandsSeen] = [new Set<string>(), new Set<string>()];
  let [operators, operands] = [0, 0];
  const contexts: { readonly end: number; readonly name: string }[] = [];
  for (let node = from; node < to;) {
    for (let top = contexts.at(-1); top !== undefined && top.end <= node; top = contexts.at(-1))
      contexts.pop();
    const kind = tree.kind(node);
    if (tree.rules.functions.has(kind) && !tree.isLeaf(node)) {
      const name = tree.child(node, 'name');
      contexts.push({
        end: tree.after(node),
        name: name === null ? `#${node}` : tree.text(name).slice(0, MAX_TEXT),
      });
    }
    if (tree.rules.expressions.has(kind) && !tree.isLeaf(node) && !belongsToChain(tree, node)) {
      const parts = chainOf(tree, node);
      operators += parts.operators.length;
      operands += parts.operands.length;
      for (const one of parts.operators) operatorsSeen.add(operatorKey(one, parts.operands.length === 1));
      for (const one of parts.operands) operandsSeen.add(operandKey(tree, one, contexts.at(-1)?.name ?? ''));
    }
    node = isSealed(tree, node) && kind !== 'assert_statement' ? tree.after(node) : node + 1;
  }
  const vocabulary = operatorsSeen.size + operandsSeen.size;
  const volume = vocabulary === 0 ? 0 : (operators + operands) * Math.log2(vocabulary);
  return {
    operators,
    operands,
    distinctOperators: operatorsSeen.size,
    distinctOperands: operandsSeen.size,
    volume,
  };
};
