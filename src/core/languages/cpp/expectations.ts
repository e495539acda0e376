import { type Edit, type Tree } from '../../syntax/walk-nodes.ts';
import {
  type ExpectationChanger,
  otherNumber,
  otherText,
  type OtherValues,
} from '../parts/expectation-changer.ts';
import { COMPARES, DEFINES_TEST, HOLDS } from './test-macros.ts';

const OPPOSITE: Readonly<Record<string, string>> = { true: 'false', false: 'true' };
const PLAIN_TEXT = /^"[^"\\\n]*"$/;

const argumentsOf = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list).filter((child) => !/^[(),]$/.test(tree.kind(child)));
};

/** Another value that compiles in the same place; null: this one stays. */
const otherValue = (tree: Tree, node: number, other: OtherValues): string | null => {
  const [kind, text] = [tree.kind(node), tree.text(node)];
  if (kind === 'number_literal') return otherNumber(text, other);
  if (kind === 'string_literal' && PLAIN_TEXT.test(text)) return otherText(text, other);
  return Object.hasOwn(OPPOSITE, kind) ? (OPPOSITE[kind] ?? null) : null;
};

/** The name of a GoogleTest case whose body directly contains the statement. */
const testAround = (tree: Tree, call: number): string | null => {
  const statement = tree.parent(call);
  const body = tree.parent(statement);
  const test = tree.parent(body);
  if (tree.kind(statement) !== 'expression_statement' || tree.kind(test) !== 'function_definition')
    return null;
  const declarator = tree.child(test, 'declarator');
  const [named, parameters] =
    declarator === null
      ? [null, null]
      : [tree.child(declarator, 'declarator'), tree.child(declarator, 'parameters')];
  if (named === null || parameters === null || !DEFINES_TEST.test(tree.text(named))) return null;
  return /,\s*(\w{1,200})\s*\)$/.exec(tree.text(parameters))?.[1] ?? null;
};

const callEdit = (tree: Tree, call: number, other: OtherValues): Edit | null => {
  const callee = tree.child(call, 'function');
  const name = callee === null || tree.kind(callee) !== 'identifier' ? '' : tree.text(callee);
  const args = argumentsOf(tree, call);
  if (COMPARES.test(name)) {
    for (const arg of args.slice(0, 2)) {
      const text = otherValue(tree, arg, other);
      if (text !== null)
        return { start: tree.start(arg), end: tree.end(arg), text, test: testAround(tree, call) };
    }
    return null;
  }
  const [condition] = args;
  if (!HOLDS.test(name) || condition === undefined || args.length > 1) return null;
  const text = `!(${tree.text(condition)})`;
  return { start: tree.start(condition), end: tree.end(condition), text, test: null };
};

const changeExpectations = (tree: Tree, other: OtherValues): readonly Edit[] => {
  const edits: Edit[] = [];
  let past = 0;
  for (let node = 0; node < tree.size; node += 1) {
    const edit = tree.kind(node) === 'call_expression' ? callEdit(tree, node, other) : null;
    if (edit === null || edit.start < past) continue;
    edits.push(edit);
    past = edit.end;
  }
  return edits;
};

/** Expectations of GoogleTest, Catch2, Boost, Unity and `assert`. */
export const cppExpectations: ExpectationChanger = { edit: changeExpectations };
