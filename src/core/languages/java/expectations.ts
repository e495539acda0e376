import type { ExpectationChanger, OtherValues } from '../parts/expectation-changer.ts';
import {
  type CompiledEdit,
  isBypassed,
  nodeAround,
  otherFraction,
  otherLetter,
  otherQuoted,
  otherWhole,
  valuesFirst,
} from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';

const FUNCTIONS = new Set(['method_declaration', 'constructor_declaration']);
const LEAVES = /\b(?:return|continue|break|assume\w*|System\.exit)\b/;
const WHOLE = /^(0x[\da-f_]+|0b[01_]+|0|[1-9][\d_]*)(l?)$/i;
const LARGEST_INT = 2 ** 31 - 1;
/** Made when the test runs, so neither its type nor its value is known here. */
const CODE = new Set(['lambda_expression', 'method_reference']);
/** A value that no value equals, made of another, so that it is still computed. */
const WRAP = 'java.util.Collections.singletonList';
const OPPOSITES: Readonly<Record<string, string>> = {
  isTrue: 'isFalse',
  isFalse: 'isTrue',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  isEmpty: 'isNotEmpty',
  isNotEmpty: 'isEmpty',
};

/** Another value of the same kind that compiles in the same place; null: this one stays. */
const otherLiteral = (tree: Tree, node: number, other: OtherValues): string | null => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'decimal_integer_literal':
    case 'hex_integer_literal':
    case 'binary_integer_literal': {
      const [, digits, suffix = ''] = WHOLE.exec(text) ?? [];
      const value = digits === undefined ? null : otherWhole(Number(digits.replaceAll('_', '')), other);
      return value === null || (suffix === '' && value > LARGEST_INT) ? null : `${value}${suffix}`;
    }
    case 'decimal_floating_point_literal':
      return otherFraction(text, other);
    case 'string_literal':
      return otherQuoted(text, text.startsWith('"""') ? '"""' : '"', other);
    case 'character_literal':
      return otherLetter(text, other);
    case 'true':
      return 'false';
    case 'false':
      return 'true';
    default:
      return null;
  }
};

/** The literal that a value is, or the first in an array of them. */
const literalIn = (tree: Tree, node: number, other: OtherValues): number | null => {
  if (otherLiteral(tree, node, other) !== null) return node;
  const kind = tree.kind(node);
  if (kind === 'unary_expression' && tree.text(node).startsWith('-')) {
    const operand = tree.child(node, 'operand');
    return operand === null ? null : literalIn(tree, operand, other);
  }
  if (kind === 'array_creation_expression') {
    const value = tree.child(node, 'value');
    return value === null ? null : literalIn(tree, value, other);
  }
  if (kind !== 'array_initializer') return null;
  for (const child of tree.children(node)) {
    const found = literalIn(tree, child, other);
    if (found !== null) return found;
  }
  return null;
};

const nameOf = (tree: Tree, call: number): string => tree.text(tree.child(call, 'name') ?? call);

const argumentsOf = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list).filter((child) => !tree.kind(child).endsWith('comment'));
};

const isText = (tree: Tree, node: number | undefined): boolean =>
  node !== undefined && tree.kind(node) === 'string_literal';

/** The test that certainly gets to an assertion. */
const testOf = (tree: Tree, call: number, method: number): string | null => {
  const statement = tree.parent(call);
  if (tree.kind(statement) !== 'expression_statement' || isBypassed(tree, statement, LEAVES)) return null;
  if (tree.parent(tree.parent(statement)) !== method) return null;
  const modifiers = tree.children(method).find((child) => tree.kind(child) === 'modifiers');
  if (modifiers === undefined || !/@(?:\w+\.)*Test\b(?!\s*\()/.test(tree.text(modifiers))) return null;
  return nameOf(tree, method);
};

type Place = {
  readonly tree: Tree;
  readonly other: OtherValues;
  readonly within: number;
  readonly test: string | null;
};

const replace = ({ tree, other, within, test }: Place, literal: number): CompiledEdit => ({
  start: tree.start(literal),
  end: tree.end(literal),
  text: otherLiteral(tree, literal, other) ?? tree.text(literal),
  value: true,
  within,
  test,
});

const wrap = ({ tree, within, test }: Place, node: number): CompiledEdit | null =>
  CODE.has(tree.kind(node)) || tree.kind(node) === 'null_literal'
    ? null
    : {
        start: tree.start(node),
        end: tree.end(node),
        text: `${WRAP}(${tree.text(node)})`,
        value: true,
        within,
        test,
      };

/** Arguments without the message, which JUnit 4 has first and later versions last. */
const withoutMessage = (tree: Tree, args: readonly number[], count: number): readonly number[] => {
  if (args.length !== count + 1) return args;
  const isFirst = isText(tree, args[0]) && !/\borg\.junit\.jupiter\b/.test(tree.text(0));
  if (isFirst) return args.slice(1);
  return isText(tree, args.at(-1)) ? args.slice(0, -1) : args;
};

const equalityEdit = (place: Place, args: readonly number[], wraps: boolean): CompiledEdit | null => {
  const { tree, other } = place;
  const compared = withoutMessage(tree, args, 2);
  const [expected, actual] = compared;
  if (expected === undefined || actual === undefined) return null;
  for (const side of [expected, actual]) {
    const literal = literalIn(tree, side, other);
    if (literal !== null) return replace(place, literal);
  }
  // Arrays are compared with arrays alone, and numbers with a tolerance with numbers alone.
  return wraps && compared.length === 2 ? wrap(place, actual) : null;
};

const truthEdit = (place: Place, args: readonly number[]): CompiledEdit | null => {
  const { tree, within } = place;
  const [condition, more] = withoutMessage(tree, args, 1);
  if (condition === undefined || more !== undefined || CODE.has(tree.kind(condition))) return null;
  const [equal, another] =
    tree.kind(condition) === 'method_invocation' && nameOf(tree, condition) === 'equals'
      ? argumentsOf(tree, condition)
      : [];
  const value = equal === undefined || another !== undefined ? null : wrap(place, equal);
  const text = `!(${tree.text(condition)})`;
  return (
    value ?? {
      start: tree.start(condition),
      end: tree.end(condition),
      text,
      value: false,
      within,
      test: null,
    }
  );
};

/** `assertThat(x).as("why").isEqualTo(3)` starts with `assertThat`. */
const startsWithAssertThat = (tree: Tree, call: number): boolean => {
  for (let at: number | null = call; at !== null; at = tree.child(at, 'object'))
    if (tree.kind(at) === 'method_invocation' && nameOf(tree, at) === 'assertThat') return true;
  return false;
};

const chainEdit = (place: Place, call: number): CompiledEdit | null => {
  const { tree, other, within } = place;
  const [object, name] = [tree.child(call, 'object'), tree.child(call, 'name')];
  if (object === null || name === null || !startsWithAssertThat(tree, object)) return null;
  const [first, more] = argumentsOf(tree, call);
  if (tree.text(name) === 'isEqualTo' && first !== undefined && more === undefined) {
    const literal = literalIn(tree, first, other);
    return literal === null ? wrap(place, first) : replace(place, literal);
  }
  const opposite = Object.hasOwn(OPPOSITES, tree.text(name)) ? OPPOSITES[tree.text(name)] : undefined;
  if (opposite === undefined || first !== undefined) return null;
  return { start: tree.start(name), end: tree.end(name), text: opposite, value: false, within, test: null };
};

/** `assertThat(x, is(3))` of Hamcrest. */
const matcherEdit = (place: Place, args: readonly number[]): CompiledEdit | null => {
  const { tree, other } = place;
  const matcher = args.at(-1);
  if (args.length < 2 || matcher === undefined || tree.kind(matcher) !== 'method_invocation') return null;
  const [value, more] = argumentsOf(tree, matcher);
  if (!/^(?:is|equalTo)$/.test(nameOf(tree, matcher)) || value === undefined || more !== undefined)
    return null;
  const literal = literalIn(tree, value, other);
  return literal === null ? null : replace(place, literal);
};

const editOf = (place: Place, call: number): CompiledEdit | null => {
  const args = argumentsOf(place.tree, call);
  switch (nameOf(place.tree, call)) {
    case 'assertEquals':
      return equalityEdit(place, args, true);
    case 'assertArrayEquals':
      return equalityEdit(place, args, false);
    case 'assertTrue':
    case 'assertFalse':
      return truthEdit(place, args);
    case 'assertThat':
      return matcherEdit(place, args);
    default:
      return chainEdit(place, call);
  }
};

/** Assertions of JUnit, TestNG, AssertJ and Hamcrest. */
export const javaExpectations: ExpectationChanger = {
  edit(tree, other) {
    const edits: CompiledEdit[] = [];
    for (let node = 0; node < tree.size; node += 1) {
      if (tree.kind(node) !== 'method_invocation') continue;
      const within = nodeAround(tree, node, FUNCTIONS);
      if (within === null) continue;
      const edit = editOf({ tree, other, within, test: testOf(tree, node, within) }, node);
      if (edit !== null) edits.push(edit);
    }
    return valuesFirst(edits);
  },
};
