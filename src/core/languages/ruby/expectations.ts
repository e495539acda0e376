import { type Edit, replaceInside, type Tree } from '../../syntax/walk-nodes.ts';
import {
  type ExpectationChanger,
  otherNumber,
  otherText,
  type OtherValues,
} from '../parts/expectation-changer.ts';

const EQUALITIES = new Set(['eq', 'eql', 'equal', 'be']);
const EQUAL_ASSERTIONS = new Set(['assert_equal', 'assert_same']);
const MUST_EQUAL = new Set(['must_equal', 'must_be_same_as']);
const TRUTHS = new Set(['assert', 'refute']);
const EXAMPLES = new Set(['it', 'specify', 'example', 'scenario', 'test']);

const PLAIN = new Set(['integer', 'float', 'string', 'true', 'false', 'simple_symbol']);

/** A value of the same kind that is never equal. */
const otherValue = (tree: Tree, node: number, other: OtherValues): string => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'integer':
    case 'float':
      return otherNumber(text, other);
    case 'string':
      return otherText(text, other);
    case 'simple_symbol':
      return `:${other.word}`;
    case 'true':
      return 'false';
    case 'false':
      return 'true';
    case 'array': {
      const inner = tree.children(node).find((child) => PLAIN.has(tree.kind(child)));
      return inner === undefined
        ? `'${other.word}'`
        : replaceInside(tree, node, inner, otherValue(tree, inner, other));
    }
    default:
      return `'${other.word}'`;
  }
};

const argumentsOf = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list);
};

const nameOf = (tree: Tree, call: number): string => {
  const method = tree.child(call, 'method');
  return method === null ? '' : tree.text(method);
};

/** `it 'title' do … end`: the title. */
const titleOfBlock = (tree: Tree, block: number): string | null => {
  const call = tree.parent(block);
  const [title] = argumentsOf(tree, call);
  if (!EXAMPLES.has(nameOf(tree, call)) || title === undefined || tree.kind(title) !== 'string') return null;
  return tree.text(title).slice(1, -1);
};

/** The test whose body directly contains the statement. */
const testAround = (tree: Tree, statement: number): string | null => {
  const body = tree.parent(statement);
  if (!/^(?:body_statement|block_body)$/.test(tree.kind(body))) return null;
  const holder = tree.parent(body);
  if (/^(?:do_block|block)$/.test(tree.kind(holder))) return titleOfBlock(tree, holder);
  const name = tree.kind(holder) === 'method' ? tree.child(holder, 'name') : null;
  return name !== null && tree.text(name).startsWith('test_') ? tree.text(name) : null;
};

const replaceValue = (tree: Tree, call: number, value: number, other: OtherValues): Edit => ({
  start: tree.start(value),
  end: tree.end(value),
  text: otherValue(tree, value, other),
  test: testAround(tree, call),
});

const negate = (tree: Tree, value: number): Edit => ({
  start: tree.start(value),
  end: tree.end(value),
  text: `!(${tree.text(value)})`,
  test: null,
});

/** `expect(x).to matcher`: an equality gets another value, any other matcher is negated. */
const expectationEdit = (tree: Tree, call: number, other: OtherValues): Edit | null => {
  const [receiver, method] = [tree.child(call, 'receiver'), tree.child(call, 'method')];
  const [matcher] = argumentsOf(tree, call);
  if (receiver === null || method === null || matcher === undefined) return null;
  if (tree.text(method) !== 'to' || !/^(?:expect|is_expected)\b/.test(tree.text(receiver))) return null;
  const [value, another] = tree.kind(matcher) === 'call' ? argumentsOf(tree, matcher) : [];
  if (value !== undefined && another === undefined && EQUALITIES.has(nameOf(tree, matcher)))
    return replaceValue(tree, call, value, other);
  return { start: tree.start(method), end: tree.end(method), text: 'not_to', test: null };
};

const callEdit = (tree: Tree, call: number, other: OtherValues): Edit | null => {
  const [first, second] = argumentsOf(tree, call);
  const name = nameOf(tree, call);
  if (EQUAL_ASSERTIONS.has(name) && first !== undefined && second !== undefined)
    return replaceValue(tree, call, first, other);
  if (MUST_EQUAL.has(name) && first !== undefined) return replaceValue(tree, call, first, other);
  if (TRUTHS.has(name) && first !== undefined) return negate(tree, first);
  return expectationEdit(tree, call, other);
};

const changeExpectations = (tree: Tree, other: OtherValues): readonly Edit[] => {
  const edits: Edit[] = [];
  let past = 0;
  for (let node = 0; node < tree.size; node += 1) {
    const edit = tree.kind(node) === 'call' ? callEdit(tree, node, other) : null;
    if (edit === null || edit.start < past) continue;
    edits.push(edit);
    past = edit.end;
  }
  return edits;
};

/** Expectations of RSpec and minitest. */
export const rubyExpectations: ExpectationChanger = { edit: changeExpectations };
