import { constantOf, LITERAL_KINDS } from '../../../syntax/literals.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import type { LiteralBranch } from './literal-branches.ts';

/** Branches and entries of grammars whose names are not followed. */
const CHOICES = new Set([
  'if_statement',
  'if_expression',
  'if',
  'elsif',
  'if_modifier',
  'conditional',
  'ternary_expression',
  'expression_case',
  'when',
  'match_arm',
  'switch_block_statement_group',
  'switch_rule',
]);
const ENTRIES = new Set(['keyed_element', 'pair']);
const NESTED = new Set([...CHOICES, ...ENTRIES]);
/** Nodes that contain the literals of a case. */
const PATTERNS = new Set(['pattern', 'match_pattern', 'switch_label']);
const LONGEST = 600;
const MOST_LITERALS = 8;
const MAX_BRANCHES = 2_000;

const literalsIn = (syntax: Syntax, within: Node): readonly Node[] =>
  syntax.find(LITERAL_KINDS, within).slice(0, MOST_LITERALS);

const isCompared = (syntax: Syntax, around: string, literal: Node, from: number): boolean => {
  const [start, end] = [syntax.start(literal) - from, syntax.end(literal) - from];
  return (
    /(?:==|\bequals\(|\beql\?\(?|\bEqual(?:Fold)?\([^()]{0,60},)\s*&?$/.test(
      around.slice(Math.max(0, start - 80), start),
    ) || /^\s*==|^\.(?:equals|eql\?)\(/.test(around.slice(end, end + 12))
  );
};

const inputsOf = (syntax: Syntax, node: Node): readonly Node[] => {
  const kind = syntax.kind(node);
  const children = syntax.children(node);
  if (kind === 'expression_case') {
    const list = children.find((child) => syntax.kind(child) === 'expression_list');
    return list === undefined ? [] : literalsIn(syntax, list);
  }
  const patterns = children.filter((child) => PATTERNS.has(syntax.kind(child)));
  if (patterns.length > 0) return patterns.flatMap((pattern) => literalsIn(syntax, pattern));
  const text = syntax.text(node);
  return literalsIn(syntax, node).filter((literal) => isCompared(syntax, text, literal, syntax.start(node)));
};

/** The keyword of a branch has the name of its kind, and nothing in it. */
const isInnermost = (syntax: Syntax, node: Node): boolean =>
  syntax.find(NESTED, node).every((inner) => inner === node || syntax.children(inner).length === 0);

/** Places where one literal leads to another, by the shape of the tree alone, without names. */
export const plainBranches = (syntax: Syntax): readonly LiteralBranch[] => {
  const chosen = syntax
    .find(CHOICES)
    .slice(0, MAX_BRANCHES)
    .filter((node) => syntax.end(node) - syntax.start(node) <= LONGEST && isInnermost(syntax, node))
    .flatMap((node) => {
      const inputs = inputsOf(syntax, node);
      const others = literalsIn(syntax, node).filter((literal) => !inputs.includes(literal));
      return inputs.flatMap((input) =>
        others.map((answer) => branchOf(syntax, node, [input, answer], false)),
      );
    });
  const entries = syntax
    .find(ENTRIES)
    .slice(0, MAX_BRANCHES)
    .flatMap((node) => {
      const [key, value, ...more] = literalsIn(syntax, node);
      return key === undefined || value === undefined || more.length > 0
        ? []
        : [branchOf(syntax, node, [key, value], true)];
    });
  return [...chosen, ...entries].filter((branch) => branch !== null);
};

const branchOf = (
  syntax: Syntax,
  node: Node,
  [key, value]: readonly [Node, Node],
  table: boolean,
): LiteralBranch | null => {
  const [input, answer] = [constantOf(syntax, key), constantOf(syntax, value)];
  if (input === null || answer === null) return null;
  const owner = syntax.start(table ? syntax.parent(node) : node);
  return { inputs: [input], answer, offset: syntax.start(node), owner, table, elsewise: true };
};
