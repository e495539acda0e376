import type { ExpectationChanger, OtherValues } from '../parts/expectation-changer.ts';
import {
  type CompiledEdit,
  isBypassed,
  namesExpectation,
  nodeAround,
  nodesIn,
  otherFraction,
  otherLetter,
  otherQuoted,
  otherWhole,
  valuesFirst,
} from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';

const LITERALS = new Set([
  'integer_literal',
  'float_literal',
  'string_literal',
  'raw_string_literal',
  'char_literal',
  'boolean_literal',
]);
const WHOLE = /^(0x[\da-f_]+?|0b[01_]+?|0o[0-7_]+?|\d[\d_]*?)(_?(?:[iu](?:8|16|32|64|128|size))?)$/i;
const FUNCTIONS = new Set(['function_item']);
const LEAVES = /\b(?:return|continue|break|process::exit)\b/;
/** Conversions that keep a value what it is. */
const CONVERSIONS = /^(?:vec|to_string|to_owned|into|String|from)$/;
const CONSTRUCTOR = /^[A-Z]\w*$/;
const IN_DATA = new Set(['-', '&', '!', '::', '.', ';']);

/** Another value of the same kind that compiles in the same place; null: this one stays. */
const otherLiteral = (tree: Tree, node: number, other: OtherValues): string | null => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'integer_literal': {
      const [, digits, suffix] = WHOLE.exec(text) ?? [];
      const value = digits === undefined ? null : otherWhole(Number(digits.replaceAll('_', '')), other);
      return value === null ? null : `${value}${suffix ?? ''}`;
    }
    case 'float_literal':
      return otherFraction(text, other);
    case 'string_literal':
      // The length of a byte string is part of its type.
      return text.startsWith('"') ? otherQuoted(text, '"', other) : null;
    case 'raw_string_literal':
      return text.startsWith('r') ? otherQuoted(text, /"#*$/.exec(text)?.[0] ?? '"', other) : null;
    case 'char_literal':
      return otherLetter(text, other);
    case 'boolean_literal':
      return text === 'true' ? 'false' : 'true';
    default:
      return null;
  }
};

type Tokens = readonly number[];

/** Every token, however deep; a literal is one. */
const leavesOf = (tree: Tree, nodes: Tokens): Tokens =>
  nodes.flatMap((node) => {
    const inner = LITERALS.has(tree.kind(node)) ? [] : tree.children(node);
    return inner.length === 0 ? [node] : leavesOf(tree, inner);
  });

/** Tokens separated by commas; the tree leaves commas out. */
const splitArguments = (tree: Tree, list: number): readonly Tokens[] => {
  const text = tree.text(list);
  const parts: number[][] = [];
  let past = tree.start(list) + 1;
  for (const token of tree.children(list)) {
    const gap = text.slice(past - tree.start(list), tree.start(token) - tree.start(list));
    past = tree.end(token);
    if (tree.kind(token).endsWith('comment')) continue;
    const last = parts.at(-1);
    if (last === undefined || gap.includes(',')) parts.push([token]);
    else last.push(token);
  }
  return parts;
};

type Reading = {
  readonly tree: Tree;
  readonly other: OtherValues;
  readonly source: (from: number, to: number) => string;
};

/**
 * The first literal of plain data: numbers, texts, lists, variants and structs made of them. A function could make the
 * same of two values.
 */
const literalIn = ({ tree, other, source }: Reading, tokens: Tokens): number | null => {
  const leaves = leavesOf(tree, tokens);
  const isData = leaves.every((leaf, at) => {
    if (LITERALS.has(tree.kind(leaf)) || IN_DATA.has(tree.kind(leaf))) return true;
    const text = tree.text(leaf);
    if (!tree.kind(leaf).endsWith('identifier')) return /^[()[\]{}]{0,2}$/.test(text.replaceAll(/\s/g, ''));
    if (CONVERSIONS.test(text) || CONSTRUCTOR.test(text)) return true;
    const next = leaves[at + 1];
    return (
      next !== undefined &&
      /^\s*:\s*$/.test(source(tree.end(leaf), tree.start(next)).replaceAll(/[([{]/g, ''))
    );
  });
  if (!isData) return null;
  const literal = leaves.find((leaf) => LITERALS.has(tree.kind(leaf)));
  return literal === undefined || otherLiteral(tree, literal, other) === null ? null : literal;
};

type Test = { readonly within: number; readonly test: string | null };

const marksOf = (tree: Tree, fn: number): string => {
  const siblings = tree.children(tree.parent(fn));
  let marks = '';
  for (let at = siblings.indexOf(fn) - 1; at >= 0; at -= 1) {
    const kind = tree.kind(siblings[at]!);
    if (!/^(?:attribute_item|line_comment|block_comment)$/.test(kind)) break;
    if (kind === 'attribute_item') marks += tree.text(siblings[at]!);
  }
  return marks;
};

const MARKS_TEST = /#\[(?:\w+::)*test\b/;

/** The test that certainly gets to an assertion. */
const testOf = (tree: Tree, macro: number, fn: number): string | null => {
  const parent = tree.parent(macro);
  const statement = tree.kind(parent) === 'expression_statement' ? parent : macro;
  if (tree.parent(tree.parent(statement)) !== fn || isBypassed(tree, statement, LEAVES)) return null;
  const name = tree.child(fn, 'name');
  return name !== null && MARKS_TEST.test(marksOf(tree, fn)) ? tree.text(name) : null;
};

const replace = ({ tree, other }: Reading, literal: number, where: Test): CompiledEdit => ({
  start: tree.start(literal),
  end: tree.end(literal),
  text: otherLiteral(tree, literal, other) ?? tree.text(literal),
  value: true,
  ...where,
});

/** `let expected = 3;`, if the assertion alone uses it. */
const variableEdit = (reading: Reading, tokens: Tokens, where: Test): CompiledEdit | null => {
  const { tree } = reading;
  const [name, more] = tokens.filter((token) => tree.kind(token) !== '&');
  if (name === undefined || more !== undefined || !namesExpectation(tree.text(name))) return null;
  const uses = nodesIn(tree, where.within).filter(
    (node) => tree.kind(node) === 'identifier' && tree.text(node) === tree.text(name),
  );
  const [declared] = uses;
  if (declared === undefined || uses.length !== 2 || tree.kind(tree.parent(declared)) !== 'let_declaration')
    return null;
  const value = tree.child(tree.parent(declared), 'value');
  const literal = value === null ? null : literalIn(reading, [value]);
  return literal === null ? null : replace(reading, literal, where);
};

const valueEdit = (reading: Reading, sides: readonly Tokens[], where: Test): CompiledEdit | null => {
  for (const side of sides) {
    const literal = literalIn(reading, side);
    if (literal !== null) return replace(reading, literal, where);
    const variable = variableEdit(reading, side, where);
    if (variable !== null) return variable;
  }
  return null;
};

/** Both sides of a condition that is one comparison. */
const comparedIn = (tree: Tree, tokens: Tokens): readonly Tokens[] => {
  const at = tokens.findIndex((token) => tree.kind(token) === '==');
  const isOne =
    at > 0 && !tokens.some((token, place) => place !== at && /^(?:&&|\|\||[=!<>]=?)$/.test(tree.kind(token)));
  return isOne ? [tokens.slice(at + 1), tokens.slice(0, at)] : [];
};

const OPPOSITES: Readonly<Record<string, string>> = { assert_eq: 'assert_ne', assert_ne: 'assert_eq' };

const editOf = (reading: Reading, macro: number, within: number): CompiledEdit | null => {
  const { tree } = reading;
  const path = tree.child(macro, 'macro');
  const list = tree.children(macro).find((child) => tree.kind(child) === 'token_tree');
  if (path === null || list === undefined) return null;
  const name = tree
    .text(path)
    .replace(/^.*::/, '')
    .replace(/^debug_/, '');
  const [left, right] = splitArguments(tree, list);
  const where = { within, test: testOf(tree, macro, within) };
  if (left === undefined) return null;
  if (name === 'assert') {
    const value = valueEdit(reading, comparedIn(tree, left), where);
    const [from, to] = [tree.start(left[0]!), tree.end(left.at(-1)!)];
    const text = `!(${reading.source(from, to)})`;
    return value ?? { start: from, end: to, text, value: false, within, test: null };
  }
  const opposite = Object.hasOwn(OPPOSITES, name) ? OPPOSITES[name] : undefined;
  if (opposite === undefined || right === undefined) return null;
  const value = name === 'assert_eq' ? valueEdit(reading, [right, left], where) : null;
  const text = tree.text(path).replace(/assert_(?:eq|ne)$/, opposite);
  return value ?? { start: tree.start(path), end: tree.end(path), text, value: false, within, test: null };
};

/** Assertions of the standard library. A test that has to panic passes when an expectation fails, so it stays. */
export const rustExpectations: ExpectationChanger = {
  edit(tree, other) {
    const from = tree.start(0);
    const whole = tree.text(0);
    const reading = { tree, other, source: (at: number, to: number) => whole.slice(at - from, to - from) };
    const edits: CompiledEdit[] = [];
    for (let node = 0; node < tree.size; node += 1) {
      if (tree.kind(node) !== 'macro_invocation') continue;
      const fn = nodeAround(tree, node, FUNCTIONS);
      if (fn === null || /should_panic/.test(marksOf(tree, fn))) continue;
      const edit = editOf(reading, node, fn);
      if (edit !== null) edits.push(edit);
    }
    return valuesFirst(edits);
  },
};
