import type { Node, Syntax } from '../../../../syntax/syntax-view.ts';
import type { Reading } from '../free-names.ts';

export type Kept = { readonly what: string; readonly offset: number };
export const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const WRAPPERS = new Set(['parenthesized_expression', 'non_null_expression', 'as_expression']);
export const CALL_KINDS = new Set(['call_expression', 'call', 'new_expression']);
const ARGUMENTS = new Set(['arguments', 'argument_list']);
const WRITTEN = new Set([
  'assignment_expression.left',
  'augmented_assignment_expression.left',
  'assignment.left',
  'augmented_assignment.left',
  'update_expression.argument',
  'for_statement.left',
  'for_in_statement.left',
  'for_in_clause.left',
  'delete_statement.',
  'as_pattern_target.',
]);

const TARGETS = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'array_pattern',
  'object_pattern',
  'pair_pattern',
  'expression_list',
]);

/** Methods that change what they are called on. */
const CHANGES =
  /^(?:add|append|appendleft|push|unshift|set|update|setdefault|insert|extend|extendleft|clear|delete|discard|remove|pop|popleft|popitem|shift|next|send|splice|sort|reverse|fill|copyWithin|rotate|subtract|move_to_end|enqueue|dequeue|emit|abort|set(?:Int|Uint|Float|BigInt|BigUint)\d+|__(?:next|setitem|delitem|iadd|ior|setattr)__)$/;

/** Functions that change their first argument; `pack_into` changes its second. */
const SETTERS =
  /^(?:setattr|delattr|next|Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty|deleteProperty|setPrototypeOf)|(?:heapq\.)?heap(?:push|pop|replace|pushpop|ify)|(?:bisect\.)?insort(?:_left|_right)?|(?:operator\.)?(?:i(?:add|or|concat)|setitem|delitem)|(?:list|dict|set|bytearray|object|type|deque|Array\.prototype)\.\w+(?:\.(?:call|apply))?)$/;

const SETS_OWN = /^(?:list|dict|set|bytearray|object|type|deque|Array\.prototype)\.(\w+)/;
export const MAX_USES = 20_000;
export const MAX_STEPS = 256;
export const SHOWN = 80;
export type Use = {
  /** The whole chain of members: `CALLS.seen[0]`. */
  readonly top: Node;
  readonly members: readonly string[];
};

export type State = {
  readonly syntax: Syntax;
  readonly reading: Reading;
  /** Functions in which a name is not their own, although they assign it. */
  readonly handedDown: ReadonlyMap<Node, ReadonlySet<string>>;
  readonly declared: ReadonlyMap<Node, ReadonlySet<string>>;
};

export const placeOf = ({ syntax }: State, node: Node): string =>
  `${syntax.kind(syntax.parent(node))}.${syntax.fieldOf(node)}`;

/** The scope that declares a name as seen from a node; null: no scope of the file does. */
export const scopeOf = (state: State, from: Node, name: string): Node | null => {
  const { syntax, declared, handedDown, reading } = state;
  let inFunction = false;
  for (let at = from, step = 0; at >= 0 && step < MAX_STEPS; at = syntax.parent(at), step++) {
    const hidden =
      handedDown.get(at)?.has(name) === true || (inFunction && syntax.kind(at) === 'class_definition');
    if (!hidden && declared.get(at)?.has(name) === true) return at;
    if (at !== 0 && reading.globals.functions.has(syntax.kind(at))) inFunction = true;
  }
  return null;
};

export const functionAround = ({ syntax, reading }: State, node: Node): Node | null => {
  const around = syntax.ancestor(node, reading.globals.functions);
  return around === null || around === 0 ? null : around;
};

export const useOf = ({ syntax }: State, name: Node): Use => {
  const members: string[] = [];
  let top = name;
  for (let step = 0; step < MAX_STEPS; step++) {
    const parent = syntax.parent(top);
    if (parent < 0) break;
    const kind = syntax.kind(parent);
    if (MEMBERS.has(kind) && ['object', 'value'].includes(syntax.fieldOf(top))) {
      const member =
        syntax.field(parent, 'property') ??
        syntax.field(parent, 'attribute') ??
        syntax.field(parent, 'index') ??
        syntax.field(parent, 'subscript');
      members.push(member === null ? '' : syntax.text(member).slice(0, SHOWN));
    } else if (!WRAPPERS.has(kind)) break;
    top = parent;
  }
  return { top, members };
};

/** An assignment, also by unpacking, by a loop or by `del`. */
export const isWritten = (state: State, top: Node): boolean => {
  const { syntax } = state;
  for (let at = top, step = 0; step < MAX_STEPS; step++) {
    if (WRITTEN.has(placeOf(state, at))) return true;
    const parent = syntax.parent(at);
    if (parent < 0) return false;
    if (syntax.kind(parent) === 'unary_expression') return /^delete\b/.test(syntax.text(parent));
    if (!TARGETS.has(syntax.kind(parent))) return false;
    at = parent;
  }
  return false;
};

export const calleeOf = ({ syntax }: State, call: Node): string => {
  const callee = syntax.field(call, 'function') ?? syntax.field(call, 'constructor');
  return callee === null ? '' : syntax.text(callee).slice(0, SHOWN);
};

/** The call that a node is an argument of, and its position. */
export const callWith = (
  { syntax }: State,
  node: Node,
): { readonly call: Node; readonly at: number } | null => {
  const list = syntax.parent(node);
  if (list < 0 || !ARGUMENTS.has(syntax.kind(list))) return null;
  return { call: syntax.parent(list), at: syntax.children(list).indexOf(node) };
};

const setsFirst = (state: State, top: Node): boolean => {
  const given = callWith(state, top);
  if (given === null) return false;
  const callee = calleeOf(state, given.call);
  if (given.at === 1 && /^(?:struct\.)?pack_into$/.test(callee)) return true;
  if (given.at !== 0) return false;
  const own = SETS_OWN.exec(callee)?.[1];
  return SETTERS.test(callee) && (own === undefined || CHANGES.test(own));
};

/** Whether it is changed where it is used: written, a method of it called that changes it, or set by a function. */
export const isChanged = (state: State, { top, members }: Use): boolean =>
  (members.length > 0 && isWritten(state, top)) ||
  (members.length > 0 && CHANGES.test(members.at(-1)!)) ||
  setsFirst(state, top);

export const nameOfFunction = ({ syntax }: State, node: Node): string => {
  const named = syntax.field(node, 'name');
  if (named !== null) return syntax.text(named);
  const parent = syntax.parent(node);
  const holder = syntax.kind(parent) === 'variable_declarator' ? syntax.field(parent, 'name') : null;
  return holder === null ? '' : syntax.text(holder);
};

export const seen = ({ syntax }: State, node: Node): Kept => ({
  what: syntax.text(node).slice(0, SHOWN),
  offset: syntax.start(node),
});
