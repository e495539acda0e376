import type { Node, Syntax } from '../../syntax/syntax-view.ts';

const SETS = new Set(['set', 'set_comprehension']);
const MAKES = new Set(['set', 'frozenset']);
const PLAIN = new Set(['integer', 'float', 'true', 'false', 'unary_operator']);
const CALLS = new Set(['call']);
const ORDERS =
  /^(?:list|tuple|iter|enumerate|zip|map|filter|next|str|repr|deque|itertools\.\w+|(?:.*\.)?join)$/;
const LOOPS = new Set(['for_statement', 'for_in_clause']);
const SPREADS = new Set(['list_splat', 'list_splat_pattern']);
const ASSIGNED = new Set(['assignment', 'named_expression']);
/** What these make of it does not depend on the order. */
const UNORDERED = new Set([
  'any',
  'all',
  'sum',
  'sorted',
  'set',
  'frozenset',
  'min',
  'max',
  'len',
  'Counter',
]);
const LOOKED_AT = 2_000;

const calleeOf = (syntax: Syntax, node: Node): string => {
  const callee = syntax.field(node, 'function');
  return callee === null ? '' : syntax.text(callee).slice(-60);
};

/** Numbers are their own hashes; of texts and objects every process has its own. */
const isHashed = (syntax: Syntax, node: Node): boolean => {
  const kind = syntax.kind(node);
  if (kind === 'set') return syntax.children(node).some((child) => !PLAIN.has(syntax.kind(child)));
  if (kind === 'set_comprehension') return true;
  const list = syntax.field(node, 'arguments');
  return (
    kind === 'call' && MAKES.has(calleeOf(syntax, node)) && list !== null && syntax.children(list).length > 0
  );
};

const namesOfSets = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(ASSIGNED)
      .slice(0, LOOKED_AT)
      .flatMap((node) => {
        const name = syntax.field(node, 'left') ?? syntax.field(node, 'name');
        const value = syntax.field(node, 'right') ?? syntax.field(node, 'value');
        return name !== null && value !== null && isHashed(syntax, value) ? [syntax.text(name)] : [];
      }),
  );

/** `any(x in y for x in {...})` and `{x for x in {...}}` are the same in every order. */
const isUnordered = (syntax: Syntax, clause: Node): boolean => {
  const around = syntax.parent(clause);
  const kind = syntax.kind(around);
  if (kind === 'set_comprehension' || kind === 'dictionary_comprehension') return true;
  if (kind !== 'generator_expression') return false;
  const call = syntax.parent(around);
  return UNORDERED.has(
    calleeOf(syntax, syntax.kind(call) === 'argument_list' ? syntax.parent(call) : call).replace(/^.*\./, ''),
  );
};

/** A place in which the order of a set of texts shows, which differs from process to process. */
export const hashOrder = (syntax: Syntax): { readonly what: string; readonly offset: number } | null => {
  const names = namesOfSets(syntax);
  const isSet = (node: Node): boolean =>
    SETS.has(syntax.kind(node)) || CALLS.has(syntax.kind(node))
      ? isHashed(syntax, node)
      : syntax.kind(node) === 'identifier' && names.has(syntax.text(node));
  const seen = (node: Node) => ({ what: syntax.text(node).slice(0, 60), offset: syntax.start(node) });
  for (const node of syntax.find(LOOPS).slice(0, LOOKED_AT)) {
    const over = syntax.field(node, 'right');
    if (over !== null && isSet(over) && !isUnordered(syntax, node)) return seen(over);
  }
  for (const node of syntax.find(SPREADS).slice(0, LOOKED_AT)) {
    const spread = syntax.children(node).at(-1);
    if (spread !== undefined && isSet(spread)) return seen(spread);
  }
  for (const node of syntax.find(CALLS).slice(0, LOOKED_AT)) {
    const callee = calleeOf(syntax, node);
    const list = syntax.field(node, 'arguments');
    const given = list === null ? [] : syntax.children(list);
    if (ORDERS.test(callee) && given.some(isSet)) return seen(node);
    const target = syntax.field(node, 'function');
    const owner = target === null ? null : syntax.field(target, 'object');
    if (callee.endsWith('.pop') && given.length === 0 && owner !== null && isSet(owner)) return seen(node);
  }
  return null;
};
