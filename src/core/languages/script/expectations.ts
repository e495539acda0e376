import {
  type ExpectationChanger,
  otherNumber,
  otherText,
  type OtherValues,
} from '../parts/expectation-changer.ts';
import { type Edit, replaceInside, type Tree } from '../../syntax/walk-nodes.ts';

const EQUALITIES = new Set([
  'equal',
  'strictEqual',
  'deepEqual',
  'deepStrictEqual',
  'is',
  'same',
  'strictSame',
  'toBe',
  'toEqual',
  'toStrictEqual',
  'eql',
  'equals',
  'eq',
]);
const MATCHERS = /^to(?:Be|Equal|StrictEqual|Throw|Match|Contain|Have|Include|Resolve|Reject)[A-Za-z]*$/;
const TRUTHS = new Set(['assert', 'ok']);
const TESTS = new Set(['test', 'it', 'specify']);

const PLAIN = new Set(['number', 'string', 'template_string', 'true', 'false']);

/** The first plain value in a list or object: a changed one keeps the shape, which a lenient comparison may ask for. */
const plainWithin = (tree: Tree, node: number): number | null => {
  const parts = tree
    .children(node)
    .map((child) => (tree.kind(child) === 'pair' ? tree.child(child, 'value') : child));
  return parts.find((part) => part !== null && PLAIN.has(tree.kind(part))) ?? null;
};

/** A value of the same kind that is never equal. */
const otherValue = (tree: Tree, node: number, other: OtherValues, typed: boolean): string => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'number':
      return text.endsWith('n') ? `(${text} + ${other.shift}n)` : otherNumber(text, other);
    case 'string':
    case 'template_string':
      return otherText(text, other);
    case 'true':
      return 'false';
    case 'false':
      return 'true';
    case 'array':
    case 'object': {
      const inner = plainWithin(tree, node);
      if (inner !== null) return replaceInside(tree, node, inner, otherValue(tree, inner, other, typed));
      return typed ? `('${other.word}' as any)` : `'${other.word}'`;
    }
    default:
      return typed ? `('${other.word}' as any)` : `'${other.word}'`;
  }
};

/** `test('title', () => { … })`: the title, if the statement is directly in the body. */
const titleAround = (tree: Tree, call: number): string | null => {
  let at = tree.parent(call);
  if (tree.kind(at) === 'await_expression') at = tree.parent(at);
  if (tree.kind(at) !== 'expression_statement') return null;
  const block = tree.parent(at);
  const fn = tree.parent(block);
  if (tree.kind(block) !== 'statement_block' || !/function/.test(tree.kind(fn))) return null;
  const args = tree.parent(fn);
  const outer = tree.parent(args);
  if (tree.kind(args) !== 'arguments' || tree.kind(outer) !== 'call_expression') return null;
  const callee = tree.child(outer, 'function');
  const [title] = tree.children(args);
  if (callee === null || title === undefined || tree.kind(title) !== 'string') return null;
  return TESTS.has(tree.text(callee)) ? tree.text(title).slice(1, -1) : null;
};

type Call = {
  readonly node: number;
  readonly name: string;
  readonly object: number | null;
  readonly args: readonly number[];
};

const readCall = (tree: Tree, node: number): Call | null => {
  const [callee, list] = [tree.child(node, 'function'), tree.child(node, 'arguments')];
  if (callee === null || list === null || tree.kind(list) !== 'arguments') return null;
  const args = tree.children(list);
  if (tree.kind(callee) === 'identifier') return { node, name: tree.text(callee), object: null, args };
  if (tree.kind(callee) !== 'member_expression') return null;
  const [object, property] = [tree.child(callee, 'object'), tree.child(callee, 'property')];
  return object === null || property === null ? null : { node, name: tree.text(property), object, args };
};

const negated = (tree: Tree, object: number): boolean => /\bnot\b/.test(tree.text(object).slice(-12));

const startsWithExpect = (tree: Tree, object: number): boolean =>
  /^(?:await\s+)?expect\s*\(/.test(tree.text(object));

const editOf = (tree: Tree, call: Call, other: OtherValues, typed: boolean): Edit | null => {
  const { name, object, args, node } = call;
  const replace = (arg: number): Edit => ({
    start: tree.start(arg),
    end: tree.end(arg),
    text: otherValue(tree, arg, other, typed),
    test: titleAround(tree, node),
  });
  const isExpect = object !== null && startsWithExpect(tree, object);
  if (isExpect && negated(tree, object)) return null;
  const [first, second] = args;
  if (EQUALITIES.has(name)) {
    const expected = isExpect ? first : second;
    return expected === undefined || tree.kind(expected) === 'spread_element' ? null : replace(expected);
  }
  if (isExpect && MATCHERS.test(name) && object !== null)
    return { start: tree.end(object), end: tree.end(object), text: '.not', test: null };
  // supertest: request(app).get('/').expect(200)
  if (name === 'expect' && object !== null && first !== undefined && tree.kind(first) === 'number')
    return { ...replace(first), test: null };
  const truth = TRUTHS.has(name) && (object === null ? name === 'assert' : name === 'ok');
  if (!truth || first === undefined || tree.kind(first) === 'spread_element') return null;
  return { start: tree.start(first), end: tree.end(first), text: `!(${tree.text(first)})`, test: null };
};

/** Every expectation of node:assert, chai, jest, vitest, tape, ava and supertest that can be changed by its syntax alone. */
const changeExpectations = (tree: Tree, other: OtherValues, typed: boolean): readonly Edit[] => {
  const edits: Edit[] = [];
  let past = 0;
  for (let node = 0; node < tree.size; node += 1) {
    if (tree.kind(node) !== 'call_expression') continue;
    const call = readCall(tree, node);
    const edit = call === null ? null : editOf(tree, call, other, typed);
    // An expectation within another is met by the outer one.
    if (edit === null || edit.start < past) continue;
    edits.push(edit);
    past = edit.end;
  }
  return edits;
};

const TYPED = /\.[cm]?tsx?$/;

export const scriptExpectations: ExpectationChanger = {
  edit: (tree, other, path) => changeExpectations(tree, other, TYPED.test(path)),
};
