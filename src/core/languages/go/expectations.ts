import type { ExpectationChanger } from '../parts/expectation-changer.ts';
import { type CompiledEdit, isBypassed, nodeAround, valuesFirst } from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';
import {
  columnEdits,
  COMPARES,
  DECLARATIONS,
  functionAround,
  lastNameOf,
  type Reading,
  replace,
  usesOf,
  variableEdit,
} from './expected-values.ts';
import { literalIn } from './literals.ts';

const FAILS = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const EQUALITIES = new Set(['Equal', 'EqualValues', 'Exactly']);
/** Assertions of testify and their opposites with the same parameters. */
const OPPOSITES: Readonly<Record<string, string>> = {
  True: 'False',
  False: 'True',
  Nil: 'NotNil',
  NotNil: 'Nil',
  NoError: 'Error',
  Error: 'NoError',
  Empty: 'NotEmpty',
  NotEmpty: 'Empty',
  Contains: 'NotContains',
  NotContains: 'Contains',
};

const LEAVES = /\b(?:continue|return|break|goto|Skip\w*|Goexit|panic)\b/;

const argumentsOf = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list);
};

/** Whether a loop runs over values that the file itself lists. */
const runsOverList = ({ tree, uses }: Reading, loop: number): boolean => {
  const range = tree.children(loop).find((child) => tree.kind(child) === 'range_clause');
  const over = range === undefined ? null : tree.child(range, 'right');
  if (over === null || tree.kind(over) === 'composite_literal') return over !== null;
  return (uses.get(tree.text(over)) ?? []).some((use) => {
    const declaration = nodeAround(tree, use, DECLARATIONS);
    const value =
      declaration === null ? null : (tree.child(declaration, 'right') ?? tree.child(declaration, 'value'));
    if (value === null || tree.end(use) > tree.start(value)) return false;
    const [listed] = tree.children(value);
    return listed !== undefined && tree.kind(listed) === 'composite_literal';
  });
};

/** The test function that certainly gets to a statement: also in a loop over a list, and in a subtest. */
const reachedBy = (reading: Reading, statement: number): string | null => {
  const { tree } = reading;
  if (isBypassed(tree, statement, LEAVES)) return null;
  const block = tree.parent(tree.parent(statement));
  const holder = tree.parent(block);
  if (tree.kind(block) !== 'block') return null;
  if (tree.kind(holder) === 'function_declaration') {
    const name = tree.child(holder, 'name');
    return name !== null && /^Test(?![a-z])/.test(tree.text(name)) ? tree.text(name) : null;
  }
  if (tree.kind(holder) === 'for_statement')
    return runsOverList(reading, holder) ? reachedBy(reading, holder) : null;
  if (tree.kind(holder) !== 'func_literal') return null;
  const call = tree.parent(tree.parent(holder));
  const outer = tree.parent(call);
  return tree.kind(call) === 'call_expression' &&
    lastNameOf(tree, call) === 'Run' &&
    tree.kind(outer) === 'expression_statement'
    ? reachedBy(reading, outer)
    : null;
};

/** Changed values on either side of a comparison. */
const valueEdits = (
  reading: Reading,
  sides: readonly number[],
  statement: number,
): readonly CompiledEdit[] => {
  const { tree, other } = reading;
  const test = reachedBy(reading, statement);
  for (const side of sides) {
    const literal = literalIn(tree, side, other);
    if (literal !== null) return [replace(reading, literal, { test, within: functionAround(tree, side) })];
    const variable = variableEdit(reading, side, test);
    if (variable !== null) return [variable];
    const column = columnEdits(reading, side, test);
    if (column.length > 0) return column;
  }
  return [];
};

/** The sides of every comparison that makes a condition hold by itself. */
const comparedIn = (tree: Tree, condition: number): readonly (readonly number[])[] => {
  const [left, operator, right] = ['left', 'operator', 'right'].map((name) => tree.child(condition, name));
  if (tree.kind(condition) === 'parenthesized_expression')
    return tree.children(condition).flatMap((child) => comparedIn(tree, child));
  if (left != null && right != null && operator != null) {
    if (tree.text(operator) === '||') return [...comparedIn(tree, left), ...comparedIn(tree, right)];
    return tree.text(operator) === '!=' ? [[right, left]] : [];
  }
  const operand = tree.child(condition, 'operand');
  if (tree.kind(condition) !== 'unary_expression' || operand === null) return [];
  if (!tree.text(condition).startsWith('!') || tree.kind(operand) !== 'call_expression') return [];
  if (!COMPARES.test(lastNameOf(tree, operand))) return [];
  return [argumentsOf(tree, operand).toReversed()];
};

const isFailure = (tree: Tree, statement: number): boolean => {
  const [call] = tree.children(statement);
  return (
    tree.kind(statement) === 'expression_statement' &&
    call !== undefined &&
    tree.kind(call) === 'call_expression' &&
    FAILS.test(lastNameOf(tree, call))
  );
};

/** `if got != want { t.Errorf(…) }`. */
const conditionEdits = (reading: Reading, statement: number): readonly CompiledEdit[] => {
  const { tree } = reading;
  const [condition, block] = [tree.child(statement, 'condition'), tree.child(statement, 'consequence')];
  if (condition === null || block === null) return [];
  const statements = tree.children(block).flatMap((child) => tree.children(child));
  if (!statements.some((one) => isFailure(tree, one))) return [];
  const values = comparedIn(tree, condition).flatMap((sides) => valueEdits(reading, sides, statement));
  return [
    ...values,
    {
      start: tree.start(condition),
      end: tree.end(condition),
      text: `!(${tree.text(condition)})`,
      test: null,
      value: false,
      within: functionAround(tree, statement),
    },
  ];
};

/** `assert.Equal(t, 3, got)` of testify, which takes values of any type. */
const callEdits = (reading: Reading, call: number): readonly CompiledEdit[] => {
  const { tree } = reading;
  const callee = tree.child(call, 'function');
  const [object, field] =
    callee === null ? [null, null] : [tree.child(callee, 'operand'), tree.child(callee, 'field')];
  const [, first, second] = argumentsOf(tree, call);
  if (object === null || field === null || first === undefined) return [];
  const statement = tree.parent(call);
  if (!/^(?:assert|require)$/.test(tree.text(object)) || tree.kind(statement) !== 'expression_statement')
    return [];
  const within = functionAround(tree, call);
  const name = tree.text(field);
  if (EQUALITIES.has(name) && second !== undefined) {
    const values = valueEdits(reading, [first, second], statement);
    if (values.length > 0) return values;
    const text = `[]interface{}{${tree.text(first)}}`;
    const test = reachedBy(reading, statement);
    return [{ start: tree.start(first), end: tree.end(first), text, test, value: true, within }];
  }
  const opposite = Object.hasOwn(OPPOSITES, name) ? OPPOSITES[name] : undefined;
  if (opposite === undefined) return [];
  return [
    { start: tree.start(field), end: tree.end(field), text: opposite, test: null, value: false, within },
  ];
};

/** Expectations of the standard library's tests and of testify. */
export const goExpectations: ExpectationChanger = {
  edit(tree, other) {
    const reading = { tree, other, uses: usesOf(tree) };
    const edits: CompiledEdit[] = [];
    for (let node = 0; node < tree.size; node += 1) {
      if (tree.kind(node) === 'if_statement') edits.push(...conditionEdits(reading, node));
      else if (tree.kind(node) === 'call_expression') edits.push(...callEdits(reading, node));
    }
    return valuesFirst(edits);
  },
};
