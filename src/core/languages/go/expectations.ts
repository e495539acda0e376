import type { ExpectationChanger } from '../parts/expectation-changer.ts';
import { type CompiledEdit, valuesFirst } from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';
import { type TestReading, reachedBy, valueEdits } from './expected-values.ts';
import { callArguments, GO_COMPARISONS, goFunctionAround, lastNameOf } from './literals.ts';

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
  if (!GO_COMPARISONS.test(lastNameOf(tree, operand))) return [];
  return [callArguments(tree, operand).toReversed()];
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
const conditionEdits = (reading: TestReading, statement: number): readonly CompiledEdit[] => {
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
      within: goFunctionAround(tree, statement),
    },
  ];
};

/** `assert.Equal(t, 3, got)` of testify, which takes values of any type. */
const callEdits = (reading: TestReading, call: number): readonly CompiledEdit[] => {
  const { tree } = reading;
  const callee = tree.child(call, 'function');
  const [object, field] =
    callee === null ? [null, null] : [tree.child(callee, 'operand'), tree.child(callee, 'field')];
  const [, first, second] = callArguments(tree, call);
  if (object === null || field === null || first === undefined) return [];
  const statement = tree.parent(call);
  if (!/^(?:assert|require)$/.test(tree.text(object)) || tree.kind(statement) !== 'expression_statement')
    return [];
  const within = goFunctionAround(tree, call);
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

/** Uses of every name, and of every member as `.name`. */
const usesOf = (tree: Tree): ReadonlyMap<string, readonly number[]> => {
  const uses = new Map<string, number[]>();
  for (let node = 0; node < tree.size; node += 1) {
    const kind = tree.kind(node);
    const isKey = tree.field(tree.parent(node)) === 'key';
    const isMember = kind === 'field_identifier' && tree.kind(tree.parent(node)) === 'selector_expression';
    if ((kind !== 'identifier' || isKey) && !isMember) continue;
    const name = `${isMember ? '.' : ''}${tree.text(node)}`;
    uses.set(name, [...(uses.get(name) ?? []), node]);
  }
  return uses;
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
