import { viewSyntax, type Node, type Syntax } from '../../src/core/syntax/syntax-view.ts';
import { grammarFor } from '../../src/shell/adapters/analysers/syntax/grammar-for.ts';
import { parserFor } from '../../src/shell/adapters/analysers/syntax/parser-for.ts';
import { readNodes } from '../../src/shell/adapters/analysers/syntax/read-nodes.ts';

export type Mutation = {
  readonly kind: 'inverted' | 'off-by-one';
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Its effect, for the report. */
  readonly told: string;
};

type Edit = { readonly kind: Mutation['kind']; readonly node: Node; readonly by: string };

const COMPARING = new Set(['binary_expression', 'comparison_operator', 'boolean_operator', 'binary']);
const INVERTED = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['===', '!=='],
  ['!==', '==='],
  ['<', '>='],
  ['>', '<='],
  ['<=', '>'],
  ['>=', '<'],
  ['&&', '||'],
  ['||', '&&'],
  ['and', 'or'],
  ['or', 'and'],
]);
const LITERALS = new Map([
  ['true', 'false'],
  ['false', 'true'],
  ['True', 'False'],
  ['False', 'True'],
]);
const OFF_BY_ONE = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['+', '-'],
  ['-', '+'],
]);
const NUMBERS = new Set([
  'number',
  'integer',
  'int_literal',
  'integer_literal',
  'decimal_integer_literal',
  'number_literal',
]);
const CONDITIONAL =
  /^(?:if|elif|while|unless|ternary|conditional)(?:_(?:statement|expression|clause|modifier))?$/;

const editsAt = (syntax: Syntax, node: Node, isPython: boolean): readonly Edit[] => {
  const [kind, text] = [syntax.kind(node), syntax.text(node)];
  const edits: Edit[] = [];
  const parent = syntax.parent(node);
  const isOperator = parent >= 0 && COMPARING.has(syntax.kind(parent)) && kind === text;
  if (isOperator && INVERTED.has(text)) edits.push({ kind: 'inverted', node, by: INVERTED.get(text)! });
  if (isOperator && OFF_BY_ONE.has(text)) edits.push({ kind: 'off-by-one', node, by: OFF_BY_ONE.get(text)! });
  if (LITERALS.has(text) && syntax.after(node) === node + 1)
    edits.push({ kind: 'inverted', node, by: LITERALS.get(text)! });
  if (NUMBERS.has(kind) && /^\d{1,9}$/.test(text))
    edits.push({ kind: 'off-by-one', node, by: String(Number(text) + 1) });
  if (CONDITIONAL.test(kind)) {
    const condition = syntax.field(node, 'condition');
    const held = condition === null ? '' : syntax.text(condition);
    if (condition !== null && held !== '' && !/^(?:let\b|let_)/.test(held))
      edits.push({
        kind: 'inverted',
        node: condition,
        by: isPython ? `not (${held})` : held.startsWith('(') ? `(!${held})` : `!(${held})`,
      });
  }
  return edits;
};

/** Every small fault that the syntax tree offers, in the order of the text; none if no grammar fits. */
export const mutationsOf = async (path: string, source: string): Promise<readonly Mutation[]> => {
  const grammar = grammarFor(path);
  if (grammar === undefined) return [];
  const nodes = readNodes(await parserFor(grammar), source);
  if (nodes === null) return [];
  const syntax = viewSyntax(nodes, source);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const found: Mutation[] = [];
  for (let node = 0; node < syntax.count; node++)
    for (const edit of editsAt(syntax, node, path.endsWith('.py'))) {
      const [start, end] = [syntax.start(edit.node), syntax.end(edit.node)];
      const was = source.slice(start, end);
      if (was.length > 400) continue;
      const line = lineAt(start);
      found.push({
        kind: edit.kind,
        line,
        text: source.slice(0, start) + edit.by + source.slice(end),
        told: `${path}:${line}: ${was.replaceAll(/\s+/g, ' ')} → ${edit.by.replaceAll(/\s+/g, ' ')}`,
      });
    }
  return found;
};
