import { otherFraction, otherLetter, otherQuoted, otherWhole } from '../parts/other-literal.ts';
import type { OtherValues } from '../parts/expectation-changer.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';

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
