import {
  type ExpectationChanger,
  otherNumber,
  otherText,
  type OtherValues,
} from '../parts/expectation-changer.ts';
import { type Edit, replaceInside, type Tree } from '../../syntax/walk-nodes.ts';

const EQUALITIES = new Set([
  'assertEqual',
  'assertEquals',
  'assertListEqual',
  'assertDictEqual',
  'assertTupleEqual',
  'assertSetEqual',
  'assertMultiLineEqual',
  'assertIs',
]);
const TRUTHS = new Set(['assertTrue', 'assertFalse']);

const PLAIN = new Set(['integer', 'float', 'string', 'true', 'false']);
const NESTED = new Set(['list', 'tuple']);

/** The first plain value in a list or tuple, however deep: a changed one keeps the shape. */
const plainWithin = (tree: Tree, node: number): number | null => {
  for (const child of tree.children(node)) {
    if (PLAIN.has(tree.kind(child))) return child;
    const inner = NESTED.has(tree.kind(child)) ? plainWithin(tree, child) : null;
    if (inner !== null) return inner;
  }
  return null;
};

const otherValue = (tree: Tree, node: number, other: OtherValues): string => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'integer':
    case 'float':
      return otherNumber(text, other);
    case 'string':
      return /^[rRuU]?["']/.test(text) ? otherText(text, other) : `'${other.word}'`;
    case 'true':
      return 'False';
    case 'false':
      return 'True';
    case 'list':
    case 'tuple': {
      const inner = plainWithin(tree, node);
      return inner === null
        ? `'${other.word}'`
        : replaceInside(tree, node, inner, otherValue(tree, inner, other));
    }
    default:
      return `'${other.word}'`;
  }
};

/** The name of the undecorated test function whose body holds the statement directly. */
const testAround = (tree: Tree, statement: number): string | null => {
  const block = tree.parent(statement);
  const fn = tree.parent(block);
  if (tree.kind(block) !== 'block' || tree.kind(fn) !== 'function_definition') return null;
  const name = tree.child(fn, 'name');
  if (name === null || tree.kind(tree.parent(fn)) === 'decorated_definition') return null;
  return tree.text(name).startsWith('test') ? tree.text(name) : null;
};

const assertEdit = (tree: Tree, node: number, other: OtherValues): Edit | null => {
  const condition = tree.children(node).find((one) => tree.kind(one) !== 'assert');
  if (condition === undefined) return null;
  const parts = tree.kind(condition) === 'comparison_operator' ? tree.children(condition) : [];
  const [left, operator, right] = parts;
  if (
    parts.length === 3 &&
    left !== undefined &&
    right !== undefined &&
    operator !== undefined &&
    tree.text(operator) === '=='
  )
    return {
      start: tree.start(right),
      end: tree.end(right),
      text: otherValue(tree, right, other),
      test: testAround(tree, node),
    };
  const text = `not (${tree.text(condition)})`;
  return { start: tree.start(condition), end: tree.end(condition), text, test: null };
};

const callEdit = (tree: Tree, node: number, other: OtherValues): Edit | null => {
  const [callee, list] = [tree.child(node, 'function'), tree.child(node, 'arguments')];
  if (callee === null || list === null || tree.kind(callee) !== 'attribute') return null;
  const attribute = tree.child(callee, 'attribute');
  const [first, second] = tree.children(list);
  if (attribute === null || first === undefined || tree.kind(first) === 'keyword_argument') return null;
  const name = tree.text(attribute);
  if (TRUTHS.has(name))
    return { start: tree.start(first), end: tree.end(first), text: `not (${tree.text(first)})`, test: null };
  if (!EQUALITIES.has(name) || second === undefined || tree.kind(second) === 'keyword_argument') return null;
  const statement = tree.parent(node);
  return {
    start: tree.start(second),
    end: tree.end(second),
    text: otherValue(tree, second, other),
    test: tree.kind(statement) === 'expression_statement' ? testAround(tree, statement) : null,
  };
};

/** Every `assert` and `self.assertX` that can be changed by its syntax alone. */
const changeExpectations = (tree: Tree, other: OtherValues): readonly Edit[] => {
  const edits: Edit[] = [];
  let past = 0;
  for (let node = 0; node < tree.size; node += 1) {
    const kind = tree.kind(node);
    const edit =
      kind === 'assert_statement'
        ? assertEdit(tree, node, other)
        : kind === 'call'
          ? callEdit(tree, node, other)
          : null;
    if (edit === null || edit.start < past) continue;
    edits.push(edit);
    past = edit.end;
  }
  return edits;
};

export const pythonExpectations: ExpectationChanger = { edit: changeExpectations };
