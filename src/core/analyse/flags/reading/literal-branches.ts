import { constantOf, unwrap } from '../../../syntax/literals.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';

/** A place where a comparison with literals leads to a returned literal. */
export type LiteralBranch = {
  readonly inputs: readonly string[];
  readonly answer: string;
  readonly offset: number;
  /** The start of the surrounding function. */
  readonly owner: number;
  /** An entry of a table instead of a condition. */
  readonly table: boolean;
  /** Another exit of the function computes its result. */
  readonly elsewise: boolean;
};

const BRANCHES = new Set([
  'if_statement',
  'elif_clause',
  'ternary_expression',
  'conditional_expression',
  'switch_case',
  'case_clause',
  'pair',
  'array',
]);
const EQUALITY = new Set(['===', '==', 'is']);
export const FUNCTIONS = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'function_definition',
  'lambda',
  'generator_function_declaration',
]);
const EITHER = /\|\||\bor\b/;
const MAX_INPUTS = 8;
const MAX_BRANCHES = 2_000;

const COMPARISONS = new Set(['binary_expression', 'comparison_operator', 'boolean_operator']);

/** Literals that a condition compares with; empty if it also asks for less than equality. */
const comparedWith = (syntax: Syntax, condition: Node): readonly string[] => {
  const inputs: string[] = [];
  for (const node of syntax.find(COMPARISONS, condition).slice(0, 40)) {
    const operands = syntax.children(node);
    const operator = operands.map((operand) => syntax.text(operand)).find((text) => EQUALITY.has(text));
    if (operator === undefined) continue;
    const constants = operands
      .filter((operand) => !EQUALITY.has(syntax.text(operand)))
      .map((operand) => constantOf(syntax, operand));
    const found = constants.find((constant) => constant !== null);
    if (constants.length === 2 && constants.includes(null) && found !== undefined && found !== null)
      inputs.push(found);
  }
  return inputs.slice(0, MAX_INPUTS);
};

/** The literal that a branch returns, yields or assigns first. */
export const answerIn = (syntax: Syntax, branch: Node): string | null => {
  const constant = constantOf(syntax, branch);
  if (constant !== null) return constant;
  const kind = syntax.kind(branch);
  const holders =
    kind === 'return_statement'
      ? [branch]
      : syntax.find(new Set(['return_statement', 'assignment_expression', 'assignment']), branch);
  for (const holder of holders.slice(0, 3)) {
    const value =
      syntax.field(holder, 'right') ??
      syntax.children(holder).find((child) => syntax.kind(child) !== 'return');
    const answer = value === undefined || value === null ? null : constantOf(syntax, value);
    if (answer !== null) return answer;
  }
  return null;
};

type Parts = { readonly inputs: readonly string[]; readonly answer: string | null; readonly table: boolean };

/** `[key, value]` in `new Map([…])` or `Object.fromEntries([…])`. */
const isEntry = (syntax: Syntax, node: Node): boolean => {
  const list = syntax.parent(node);
  const holder = list < 0 ? -1 : syntax.parent(list);
  const call = holder < 0 ? -1 : syntax.parent(holder);
  return (
    call >= 0 &&
    syntax.kind(list) === 'array' &&
    /^(?:new\s+(?:Weak)?Map|Object\.fromEntries)\b/.test(syntax.text(call).slice(0, 40))
  );
};

const partsOf = (syntax: Syntax, node: Node): Parts => {
  const kind = syntax.kind(node);
  const value = syntax.field(node, 'value');
  if (kind === 'pair') {
    const key = syntax.field(node, 'key');
    const named = key === null ? null : (constantOf(syntax, key) ?? JSON.stringify(syntax.text(key)));
    return {
      inputs: named === null ? [] : [named],
      answer: value === null ? null : constantOf(syntax, value),
      table: true,
    };
  }
  if (kind === 'array') {
    const [first, second, third] = syntax.children(node);
    const entry = first !== undefined && second !== undefined && third === undefined && isEntry(syntax, node);
    const input = entry ? constantOf(syntax, first) : null;
    return {
      inputs: input === null ? [] : [input],
      answer: entry ? constantOf(syntax, second) : null,
      table: true,
    };
  }
  if (kind === 'switch_case' || kind === 'case_clause') {
    const pattern =
      value ?? syntax.children(node).find((child) => syntax.kind(child) === 'case_pattern') ?? null;
    const inner =
      pattern === null ? undefined : kind === 'case_clause' ? syntax.children(pattern)[0] : pattern;
    const input = inner === undefined ? null : constantOf(syntax, inner);
    const body =
      kind === 'case_clause'
        ? (syntax.field(node, 'consequence') ?? node)
        : (syntax.fieldsOf(node, 'body')[0] ?? node);
    return { inputs: input === null ? [] : [input], answer: answerIn(syntax, body), table: false };
  }
  if (kind === 'conditional_expression') {
    const [taken, condition] = syntax
      .children(node)
      .filter((child) => !['if', 'else'].includes(syntax.kind(child)));
    return {
      inputs: condition === undefined ? [] : comparedWith(syntax, condition),
      answer: taken === undefined ? null : constantOf(syntax, taken),
      table: false,
    };
  }
  const [condition, taken] = [syntax.field(node, 'condition'), syntax.field(node, 'consequence')];
  return {
    inputs: condition === null ? [] : comparedWith(syntax, unwrap(syntax, condition)),
    answer: taken === null ? null : answerIn(syntax, taken),
    table: false,
  };
};

const CHOICES = new Set(['ternary_expression', 'conditional_expression']);

/** `x => x === 3 ? 9 : x + 1` has no return statement: its last alternative is the computed result. */
const computesInBody = (syntax: Syntax, owner: Node): boolean => {
  const body = syntax.field(owner, 'body');
  if (body === null || syntax.kind(body) === 'statement_block' || syntax.kind(body) === 'block') return false;
  return [body, ...syntax.find(CHOICES, body)]
    .filter((node) => CHOICES.has(syntax.kind(node)))
    .some((node) => {
      const other = syntax.field(node, 'alternative') ?? syntax.children(node).at(-1) ?? null;
      return other !== null && !CHOICES.has(syntax.kind(other)) && constantOf(syntax, other) === null;
    });
};

export const computes = (syntax: Syntax, owner: Node | null): boolean =>
  owner !== null && (computesInBody(syntax, owner) || returnsComputed(syntax, owner));

const returnsComputed = (syntax: Syntax, owner: Node): boolean =>
  syntax.find(new Set(['return_statement']), owner).some((node) => {
    const value = syntax.children(node).find((child) => syntax.kind(child) !== 'return');
    return value !== undefined && constantOf(syntax, value) === null;
  });

export const literalBranches = (syntax: Syntax): readonly LiteralBranch[] => {
  const computing = new Map<Node | null, boolean>();
  return syntax
    .find(BRANCHES)
    .slice(0, MAX_BRANCHES)
    .flatMap((node): readonly LiteralBranch[] => {
      const { inputs, answer, table } = partsOf(syntax, node);
      if (inputs.length === 0 || answer === null) return [];
      const around = table ? syntax.parent(node) : syntax.ancestor(node, FUNCTIONS);
      const elsewise = computing.get(around) ?? (!table && computes(syntax, around));
      computing.set(around, elsewise);
      const owner = around === null ? 0 : syntax.start(around);
      const one = { answer, offset: syntax.start(node), owner, table, elsewise };
      const either =
        !table && EITHER.test(syntax.text(syntax.field(node, 'condition') ?? node).slice(0, 400));
      return either ? inputs.map((input) => ({ ...one, inputs: [input] })) : [{ ...one, inputs }];
    });
};
