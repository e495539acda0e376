import type { OtherValues } from '../parts/expectation-changer.ts';
import { nodeAround, otherFraction, otherLetter, otherQuoted, otherWhole } from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';

const PRINTS = /^(?:Error|Fatal|Log|Skip|Print|Sprint|Fprint)(?:f|ln)?$/;
export const GO_COMPARISONS = /^(?:Equal\w*|DeepEqual|Diff|Compare|Same\w*|ElementsMatch|JSONEq|InDelta)$/;
const FUNCTIONS = new Set(['function_declaration', 'method_declaration']);
const WHOLE = /^(?:0x[\da-f_]+|0b[01_]+|0|[1-9][\d_]*)$/i;

/** Another value of the same kind that compiles in the same place; null: this one stays. */
export const otherLiteral = (tree: Tree, node: number, other: OtherValues): string | null => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'int_literal':
      return WHOLE.test(text)
        ? (otherWhole(Number(text.replaceAll('_', '')), other)?.toString() ?? null)
        : null;
    case 'float_literal':
      return otherFraction(text, other);
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return otherQuoted(text, text.slice(-1), other);
    case 'rune_literal':
      return otherLetter(text, other);
    case 'true':
      return 'false';
    case 'false':
      return 'true';
    default:
      return null;
  }
};

/** The literal that a value is, or the first in a composite one. Arguments of calls stay: what a call makes of them is not known. */
export const literalIn = (tree: Tree, node: number, other: OtherValues): number | null => {
  switch (tree.kind(node)) {
    case 'unary_expression':
    case 'parenthesized_expression':
    case 'expression_list':
    case 'literal_element': {
      const [only, more] = tree.children(node).filter((child) => !/^[-+&]$/.test(tree.kind(child)));
      return only === undefined || more !== undefined ? null : literalIn(tree, only, other);
    }
    case 'keyed_element': {
      const value = tree.child(node, 'value');
      return value === null ? null : literalIn(tree, value, other);
    }
    case 'composite_literal': {
      const body = tree.child(node, 'body');
      return body === null ? null : literalIn(tree, body, other);
    }
    case 'literal_value': {
      for (const child of tree.children(node)) {
        const found = literalIn(tree, child, other);
        if (found !== null) return found;
      }
      return null;
    }
    default:
      return otherLiteral(tree, node, other) === null ? null : node;
  }
};

export const lastNameOf = (tree: Tree, call: number): string => {
  const callee = tree.child(call, 'function');
  const name =
    callee !== null && tree.kind(callee) === 'selector_expression' ? tree.child(callee, 'field') : callee;
  return name === null ? '' : tree.text(name);
};

export const callArguments = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list);
};

/** Whether a value is only compared and shown: then a change of it cannot change what is compared with it. */
export const isOnlyCompared = (tree: Tree, node: number): boolean => {
  const parent = tree.parent(node);
  switch (tree.kind(parent)) {
    case 'binary_expression':
      return /^[!=]=$/.test(tree.text(tree.child(parent, 'operator') ?? parent));
    case 'unary_expression':
    case 'parenthesized_expression':
      return isOnlyCompared(tree, parent);
    case 'index_expression':
      return tree.field(node) === 'operand' && isOnlyCompared(tree, parent);
    case 'argument_list': {
      const call = tree.parent(parent);
      const name = lastNameOf(tree, call);
      return name === 'len' ? isOnlyCompared(tree, call) : PRINTS.test(name) || GO_COMPARISONS.test(name);
    }
    default:
      return false;
  }
};

export const goFunctionAround = (tree: Tree, node: number): number => nodeAround(tree, node, FUNCTIONS) ?? -1;
