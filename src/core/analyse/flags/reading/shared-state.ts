import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { namePlaces, type Reading } from './free-names.ts';
import { kindOfValue, type Lasting, lastingValues } from './lasting-values.ts';

export type Kept = { readonly what: string; readonly offset: number };

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const WRAPPERS = new Set(['parenthesized_expression', 'non_null_expression', 'as_expression']);
const CALLS = new Set(['call_expression', 'call', 'new_expression']);
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
const ALIASED = new Set([
  'variable_declarator.value',
  'assignment.right',
  'named_expression.value',
  'default_parameter.value',
]);
/** Methods that change what they are called on. */
const CHANGES =
  /^(?:add|append|appendleft|push|unshift|set|update|setdefault|insert|extend|extendleft|clear|delete|discard|remove|pop|popleft|popitem|shift|next|send|splice|sort|reverse|fill|copyWithin|rotate|subtract|move_to_end|enqueue|dequeue|__(?:next|setitem|delitem|iadd|ior|setattr)__)$/;
/** Functions that change their first argument. */
const SETTERS =
  /^(?:setattr|delattr|next|Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty|deleteProperty|setPrototypeOf)|(?:heapq\.)?heap(?:push|pop|replace|pushpop|ify)|(?:bisect\.)?insort(?:_left|_right)?|(?:operator\.)?(?:i(?:add|or|concat)|setitem|delitem)|(?:list|dict|set|bytearray|object|type|deque|Array\.prototype)\.\w+(?:\.(?:call|apply))?)$/;
const SETS_OWN = /^(?:list|dict|set|bytearray|object|type|deque|Array\.prototype)\.(\w+)/;
/** Called while the function around still runs. */
const CALLS_AT_ONCE =
  /^(?:map|flatMap|filter|forEach|reduce|reduceRight|some|every|find|findIndex|findLast|sort|toSorted|replace|replaceAll|walk|visit|traverse|from|each|times)$/;
const LOOPS = new Set(['while_statement', 'do_statement', 'for_statement']);
const MAX_USES = 20_000;
const MAX_STEPS = 256;
const MAX_FOUND = 20;
const SHOWN = 80;

type Use = {
  /** The whole chain of members: `CALLS.seen[0]`. */
  readonly top: Node;
  readonly members: readonly string[];
};

type State = {
  readonly syntax: Syntax;
  readonly reading: Reading;
  /** Functions in which a name is not their own, although they assign it. */
  readonly handedDown: ReadonlyMap<Node, ReadonlySet<string>>;
  readonly declared: ReadonlyMap<Node, ReadonlySet<string>>;
};

const placeOf = ({ syntax }: State, node: Node): string =>
  `${syntax.kind(syntax.parent(node))}.${syntax.fieldOf(node)}`;

/** The scope that declares a name as seen from a node; null: no scope of the file does. */
const scopeOf = (state: State, from: Node, name: string): Node | null => {
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

const functionAround = ({ syntax, reading }: State, node: Node): Node | null => {
  const around = syntax.ancestor(node, reading.globals.functions);
  return around === null || around === 0 ? null : around;
};

const useOf = ({ syntax }: State, name: Node): Use => {
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
const isWritten = (state: State, top: Node): boolean => {
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

const calleeOf = ({ syntax }: State, call: Node): string => {
  const callee = syntax.field(call, 'function') ?? syntax.field(call, 'constructor');
  return callee === null ? '' : syntax.text(callee).slice(0, SHOWN);
};

/** The call that a node is an argument of, and its position. */
const callWith = ({ syntax }: State, node: Node): { readonly call: Node; readonly at: number } | null => {
  const list = syntax.parent(node);
  if (list < 0 || !ARGUMENTS.has(syntax.kind(list))) return null;
  return { call: syntax.parent(list), at: syntax.children(list).indexOf(node) };
};

const setsFirst = (state: State, top: Node): boolean => {
  const given = callWith(state, top);
  if (given === null || given.at !== 0) return false;
  const callee = calleeOf(state, given.call);
  const own = SETS_OWN.exec(callee)?.[1];
  return SETTERS.test(callee) && (own === undefined || CHANGES.test(own));
};

/** Whether it is changed where it is used: written, a method of it called that changes it, or set by a function. */
const isChanged = (state: State, { top, members }: Use): boolean =>
  (members.length > 0 && isWritten(state, top)) ||
  (members.length > 0 && CHANGES.test(members.at(-1)!)) ||
  setsFirst(state, top);

const nameOfFunction = ({ syntax }: State, node: Node): string => {
  const named = syntax.field(node, 'name');
  if (named !== null) return syntax.text(named);
  const parent = syntax.parent(node);
  const holder = syntax.kind(parent) === 'variable_declarator' ? syntax.field(parent, 'name') : null;
  return holder === null ? '' : syntax.text(holder);
};

/** A function that lives on after the one around it has ended: returned, or stored outside. */
const escapes = (state: State, inner: Node, outer: Node): boolean => {
  const { syntax, reading } = state;
  const name = nameOfFunction(state, inner);
  const isHandedOut = (node: Node): boolean => {
    for (let at = node, step = 0; step < MAX_STEPS; step++) {
      const parent = syntax.parent(at);
      if (parent < 0) return false;
      const kind = syntax.kind(parent);
      if (kind === 'return_statement') return true;
      if (parent === outer) return syntax.fieldOf(at) === 'body' && !/block$/.test(syntax.kind(at));
      if (CALLS.has(kind)) {
        if (['function', 'constructor'].includes(syntax.fieldOf(at))) return false;
        if (CALLS_AT_ONCE.test(calleeOf(state, parent).replace(/^.*\./, ''))) return false;
      }
      if (/^(?:assignment|assignment_expression)$/.test(kind) && syntax.fieldOf(at) === 'right') {
        const left = syntax.field(parent, 'left');
        return left !== null && MEMBERS.has(syntax.kind(left));
      }
      if (kind === 'expression_statement' || reading.globals.functions.has(kind)) return false;
      at = parent;
    }
    return false;
  };
  if (isHandedOut(inner)) return true;
  return (
    name !== '' &&
    namePlaces(syntax, reading).uses.some(
      (use) =>
        use > outer &&
        use < syntax.after(outer) &&
        syntax.text(use) === name &&
        !/^(?:call|call_expression)\.function$/.test(placeOf(state, use)) &&
        isHandedOut(use),
    )
  );
};

/** The function directly inside of a scope that a node stands in. */
const outermostBetween = (state: State, node: Node, scope: Node): Node | null => {
  let found: Node | null = null;
  for (
    let at = functionAround(state, node);
    at !== null && at > scope && at < state.syntax.after(scope);
    at = functionAround(state, at)
  )
    found = at;
  return found;
};

/** Whether a name at a node belongs to something that outlives the call. */
const outlives = (state: State, node: Node, scope: Node): boolean => {
  const { syntax, reading } = state;
  const around = functionAround(state, node);
  if (around === null || (scope !== 0 && scope >= around)) return false;
  const owner =
    scope === 0 || reading.globals.functions.has(syntax.kind(scope)) ? scope : functionAround(state, scope);
  if (owner === null || owner === 0) return true;
  const inner = outermostBetween(state, node, scope);
  return inner !== null && inner !== owner && escapes(state, inner, owner);
};

const inLoopCondition = ({ syntax }: State, node: Node): boolean => {
  const loop = syntax.ancestor(node, LOOPS);
  const condition = loop === null ? null : syntax.field(loop, 'condition');
  return condition !== null && node > condition && node < syntax.after(condition);
};

/** Names of functions of the file that change one of their parameters. */
const changersOf = (state: State): ReadonlySet<string> => {
  const { syntax, reading } = state;
  const names = new Set<string>();
  for (const use of namePlaces(syntax, reading).uses.slice(0, MAX_USES)) {
    const scope = scopeOf(state, use, syntax.text(use));
    if (scope === null || scope === 0 || !reading.globals.functions.has(syntax.kind(scope))) continue;
    const parameters = syntax.field(scope, 'parameters') ?? syntax.field(scope, 'parameter');
    if (parameters === null || !isChanged(state, useOf(state, use))) continue;
    const given = new RegExp(`(?<![\\w$.])${syntax.text(use).replaceAll('$', '\\$')}(?![\\w$])`);
    const name = nameOfFunction(state, scope);
    if (name !== '' && given.test(syntax.text(parameters).slice(0, 1_000))) names.add(name);
  }
  return names;
};

/** `const all = CALLS` inside a function: what happens to `all` happens to `CALLS`. */
const aliasOf = (state: State, { top }: Use): { readonly name: string; readonly within: Node } | null => {
  const { syntax } = state;
  if (!ALIASED.has(placeOf(state, top))) return null;
  const parent = syntax.parent(top);
  const target = syntax.field(parent, 'name') ?? syntax.field(parent, 'left');
  const within = functionAround(state, top);
  return target === null || within === null || syntax.kind(target) !== 'identifier'
    ? null
    : { name: syntax.text(target), within };
};

const isChangedByAlias = (state: State, use: Use): boolean => {
  const { syntax, reading } = state;
  const alias = aliasOf(state, use);
  return (
    alias !== null &&
    namePlaces(syntax, reading).uses.some(
      (node) =>
        node > alias.within &&
        node < syntax.after(alias.within) &&
        syntax.text(node) === alias.name &&
        isChanged(state, useOf(state, node)),
    )
  );
};

/** Whether a use changes, or uses up, what a name stands for. */
const consumes = (
  state: State,
  use: Use,
  value: Lasting | undefined,
  changers: ReadonlySet<string>,
): boolean => {
  const { top, members } = use;
  if (isChanged(state, use) || isChangedByAlias(state, use)) return true;
  if (value === undefined) return false;
  if (value === 'iterator') return true;
  const [first = ''] = members;
  const isCalled = /^(?:call|call_expression)\.function$/.test(placeOf(state, top));
  if (value === 'pattern') return /^(?:test|exec|lastIndex)$/.test(first) && !inLoopCondition(state, top);
  if (value === 'counter') return members.length > 0 && isCalled;
  const given = callWith(state, top);
  return given !== null && changers.has(calleeOf(state, given.call).replace(/^.*\./, ''));
};

const seen = ({ syntax }: State, node: Node): Kept => ({
  what: syntax.text(node).slice(0, SHOWN),
  offset: syntax.start(node),
});

const HANDED_DOWN = new Set(['global_statement', 'nonlocal_statement']);

/** `global CALLS`, and `nonlocal n` in a function that is handed out. */
const handedDownIn = (syntax: Syntax, reading: Reading): ReadonlyMap<Node, ReadonlySet<string>> => {
  const found = new Map<Node, Set<string>>();
  for (const node of syntax.find(HANDED_DOWN)) {
    const around = syntax.ancestor(node, reading.globals.functions) ?? 0;
    const names = found.get(around) ?? new Set<string>();
    for (const name of syntax.children(node)) names.add(syntax.text(name));
    found.set(around, names);
  }
  return found;
};

const ASSIGNS = new Set(['assignment', 'augmented_assignment', 'named_expression']);

const handedDownWrites = (state: State): readonly Kept[] => {
  const { syntax, handedDown } = state;
  return [...handedDown].flatMap(([around, names]) => {
    if (around === 0) return [];
    const [statement = around] = syntax.find(HANDED_DOWN, around);
    const written = new Set(
      syntax.find(ASSIGNS, around).flatMap((node) => {
        const left = syntax.field(node, 'left') ?? syntax.field(node, 'name');
        return left === null
          ? []
          : (syntax
              .text(left)
              .slice(0, SHOWN)
              .match(/[\w$]+/g) ?? []);
      }),
    );
    return [...names].flatMap((name) => {
      const scope = written.has(name) ? scopeOf(state, around, name) : null;
      return scope !== null && outlives(state, statement, scope)
        ? [{ what: `${name} in ${nameOfFunction(state, around)}`, offset: syntax.start(around) }]
        : [];
    });
  });
};

const RECEIVERS = new Set(['this', 'identifier', 'call', 'member_expression', 'attribute']);

const METHODS = new Set([
  'method_definition',
  'function_expression',
  'class_static_block',
  'field_definition',
  'public_field_definition',
]);

/** Whether an expression stands for a class, or the one object of its kind, and not for one of many objects. */
const isShared = (state: State, node: Node): boolean => {
  const { syntax } = state;
  if (syntax.end(node) - syntax.start(node) > SHOWN) return false;
  const text = syntax.text(node);
  if (/^(?:cls|type\s*\(\s*self\s*\)|self\.__class__|this\.constructor)$/.test(text)) return true;
  const method = text === 'this' ? syntax.ancestor(node, METHODS) : null;
  if (method === null) return false;
  if (/^static\b/.test(syntax.text(method).slice(0, SHOWN))) return true;
  return (
    ['object', 'pair'].includes(syntax.kind(syntax.parent(method))) && functionAround(state, method) === null
  );
};

/** `cls.calls += 1`, `this.calls++` in a static method or in a single object. */
const sharedMembers = (state: State): readonly Kept[] => {
  const { syntax } = state;
  return syntax
    .find(MEMBERS)
    .slice(0, MAX_USES)
    .flatMap((node) => {
      const object = syntax.field(node, 'object') ?? syntax.field(node, 'value');
      if (object === null || !RECEIVERS.has(syntax.kind(object)) || !isShared(state, object)) return [];
      const use = useOf(state, object);
      return functionAround(state, node) !== null && isChanged(state, use) ? [seen(state, use.top)] : [];
    });
};

const OWN = /^self\s*\.\s*(\w+)$/;

/** `seen = []` in a class, and `self.seen.append(x)` in its methods. */
const classMembers = (state: State): readonly Kept[] => {
  const { syntax } = state;
  return syntax
    .find(new Set(['class_definition']))
    .slice(0, MAX_USES)
    .flatMap((node) => {
      const body = syntax.field(node, 'body');
      const lists = body === null ? new Map<string, Lasting>() : lastingValues(syntax, body);
      if (body === null || lists.size === 0) return [];
      const own = syntax.find(MEMBERS, body).flatMap((member) => {
        const isShort = syntax.end(member) - syntax.start(member) <= SHOWN;
        const name = isShort ? OWN.exec(syntax.text(member))?.[1] : undefined;
        return name === undefined ? [] : [{ name, member }];
      });
      const assigned = new Set(own.flatMap(({ name, member }) => (isWritten(state, member) ? [name] : [])));
      return own.flatMap(({ name, member }) => {
        const use = useOf(state, member);
        const isUsedUp = lists.get(name) === 'iterator';
        return lists.has(name) && !assigned.has(name) && (isUsedUp || isChanged(state, use))
          ? [seen(state, use.top)]
          : [];
      });
    });
};

const DEFAULTS = new Set(['default_parameter', 'typed_default_parameter']);

/** `def f(x, seen=[0])`: one list for all calls. */
const keptDefaults = (state: State): readonly Kept[] => {
  const { syntax, reading } = state;
  return syntax
    .find(DEFAULTS)
    .slice(0, MAX_USES)
    .flatMap((node) => {
      const [name, value] = [syntax.field(node, 'name'), syntax.field(node, 'value')];
      const around = functionAround(state, node);
      if (name === null || value === null || around === null) return [];
      const kind = kindOfValue(syntax, value);
      if (kind === null) return [];
      const isUsed = namePlaces(syntax, reading).uses.some((use) => {
        if (use <= around || use >= syntax.after(around) || syntax.text(use) !== syntax.text(name))
          return false;
        return kind === 'iterator' || isChanged(state, useOf(state, use));
      });
      return isUsed ? [seen(state, node)] : [];
    });
};

const CACHED = /^@(?:functools\.)?(?:cache|lru_cache|cached_property)\b/;

/** Functions that hand out the same list to every call. */
const handsOutShared = (state: State, values: ReadonlyMap<string, Lasting>): ReadonlySet<string> => {
  const { syntax } = state;
  const names = new Set<string>();
  for (const node of syntax.find(new Set(['return_statement']))) {
    const around = functionAround(state, node);
    const value = syntax.children(node).find((child) => syntax.kind(child) !== 'return');
    if (around === null || value === undefined) continue;
    const isCached =
      syntax.kind(syntax.parent(around)) === 'decorated_definition' &&
      CACHED.test(syntax.text(syntax.parent(around)).slice(0, 40));
    if ((isCached && kindOfValue(syntax, value) !== null) || values.has(syntax.text(value)))
      names.add(nameOfFunction(state, around));
  }
  for (const node of syntax.find(new Set(['arrow_function']))) {
    const body = syntax.field(node, 'body');
    if (body !== null && values.has(syntax.text(body))) names.add(nameOfFunction(state, node));
  }
  names.delete('');
  return names;
};

const changedResults = (state: State, values: ReadonlyMap<string, Lasting>): readonly Kept[] => {
  const { syntax } = state;
  const names = handsOutShared(state, values);
  if (names.size === 0) return [];
  return syntax
    .find(CALLS)
    .slice(0, MAX_USES)
    .flatMap((node) => {
      const use = useOf(state, node);
      return names.has(calleeOf(state, node)) && functionAround(state, node) !== null && isChanged(state, use)
        ? [seen(state, use.top)]
        : [];
    });
};

/** State that outlives a call, in languages whose names are followed. */
export const sharedState = (syntax: Syntax, reading: Reading): readonly Kept[] => {
  const { declared, uses } = namePlaces(syntax, reading);
  const state: State = { syntax, reading, declared, handedDown: handedDownIn(syntax, reading) };
  const values = lastingValues(syntax, 0);
  let changers: ReadonlySet<string> | null = null;
  const found: Kept[] = [];
  for (const node of uses.slice(0, MAX_USES)) {
    if (found.length >= MAX_FOUND) break;
    if (functionAround(state, node) === null) continue;
    const name = syntax.text(node);
    const scope = scopeOf(state, node, name);
    const use = useOf(state, node);
    if (scope === null) {
      // A member of something that the language has: `Map.calls`, `exports.calls`.
      if (
        reading.globals.known.has(name) &&
        name !== 'arguments' &&
        use.members.length > 0 &&
        isWritten(state, use.top)
      )
        found.push(seen(state, use.top));
      continue;
    }
    const bare = use.members.length === 0 && isWritten(state, use.top);
    const value = scope === 0 ? values.get(name) : undefined;
    changers ??= changersOf(state);
    if ((bare || consumes(state, use, value, changers)) && outlives(state, node, scope))
      found.push(seen(state, use.top));
  }
  return [
    ...found,
    ...handedDownWrites(state),
    ...sharedMembers(state),
    ...classMembers(state),
    ...keptDefaults(state),
    ...changedResults(state, values),
  ].slice(0, MAX_FOUND);
};
