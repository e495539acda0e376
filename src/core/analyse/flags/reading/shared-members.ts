import type { Node } from '../../../syntax/syntax-view.ts';
import { namePlaces } from './free-names.ts';
import { kindOfValue, type Lasting, lastingValues } from './lasting-values.ts';
import {
  type Kept,
  MEMBERS,
  CALLS,
  SHOWN,
  type State,
  functionAround,
  useOf,
  isWritten,
  calleeOf,
  isChanged,
  nameOfFunction,
  seen,
  MAX_USES,
} from './name-uses.ts';

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
export const sharedMembers = (state: State): readonly Kept[] => {
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
export const classMembers = (state: State): readonly Kept[] => {
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
export const keptDefaults = (state: State): readonly Kept[] => {
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

export const changedResults = (state: State, values: ReadonlyMap<string, Lasting>): readonly Kept[] => {
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
