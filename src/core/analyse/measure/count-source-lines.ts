import type { LineCounts } from '../../domain/evidence/code-measures.ts';
import type { MeasuredTree } from './measured-tree.ts';

/** A string that is a whole statement is documentation, and is counted as a comment. */
const isTextStatement = (tree: MeasuredTree, node: number): boolean => {
  const [statement, text] = tree.rules.textStatement ?? [];
  if (statement === undefined || tree.kind(node) !== statement) return false;
  const children = tree.children(node);
  return children.length === 1 && children[0] !== undefined && tree.kind(children[0]) === text;
};

const filledLines = (tree: MeasuredTree, first: number, last: number): number => {
  let filled = 0;
  for (let line = first; line <= last; line += 1) if ((tree.lines[line - 1] ?? '').trim() !== '') filled += 1;
  return filled;
};

/** Whether anything but blanks stands before the node on its line. */
const standsAlone = (tree: MeasuredTree, node: number, line: number): boolean =>
  (tree.lines[line - 1] ?? '').trimStart().startsWith(tree.text(node).slice(0, 2));

const hasSecondLine = (tree: MeasuredTree, node: number): boolean => {
  if (tree.rules.secondLines.size === 0) return false;
  const isSimple = tree.child(node, 'body') === null && tree.child(node, 'consequence') === null;
  if (!isSimple) return false;
  for (let at = node + 1; at < tree.after(node); at += 1)
    if (tree.rules.secondLines.has(tree.kind(at)) && !tree.isLeaf(at)) return true;
  return false;
};

const COMPOUND = /^(?:module|block|else_clause|finally_clause|try_statement)$/;

export const countSourceLines = (tree: MeasuredTree, from = 0, to = tree.count): LineCounts => {
  const { comments: commentKinds, statements } = tree.rules;
  let [logical, comments, apart] = [0, 0, 0];
  for (let node = from; node < to; node += 1) {
    const kind = tree.kind(node);
    if (commentKinds.has(kind)) {
      const [first, last] = [tree.firstLine(node), tree.lastLine(node)];
      comments += last - first + 1;
      if (standsAlone(tree, node, first)) apart += filledLines(tree, first, last);
    } else if (statements.has(kind) && !tree.isLeaf(node)) {
      logical += 1;
      if (isTextStatement(tree, node)) {
        const [first, last] = [tree.firstLine(node), tree.lastLine(node)];
        const filled = filledLines(tree, first, last);
        apart += filled;
        if (last > first) comments += filled;
      } else if (!COMPOUND.test(kind) && hasSecondLine(tree, node)) logical += 1;
    } else if (statements.has(kind) && tree.field(node) === '' && kind.endsWith('_statement')) logical += 1;
  }
  const [first, last] = from === 0 ? [1, tree.lines.length] : [tree.firstLine(from), tree.lastLine(from)];
  const filled = filledLines(tree, first, last);
  return { code: Math.max(0, filled - apart), comments, logical };
};
