import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { namePlaces, type Reading } from './free-names.ts';
import {
  type Kept,
  MEMBERS,
  CALLS,
  MAX_STEPS,
  SHOWN,
  type State,
  placeOf,
  scopeOf,
  functionAround,
  calleeOf,
  nameOfFunction,
} from './name-uses.ts';

/** Called while the function around still runs. */
const CALLS_AT_ONCE =
  /^(?:map|flatMap|filter|forEach|reduce|reduceRight|some|every|find|findIndex|findLast|sort|toSorted|replace|replaceAll|walk|visit|traverse|from|each|times)$/;

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
      if (parent === outer) return syntax.fieldOf(at) === 'body' && !syntax.kind(at).endsWith('block');
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
export const outlives = (state: State, node: Node, scope: Node): boolean => {
  const { syntax, reading } = state;
  const around = functionAround(state, node);
  if (around === null || (scope !== 0 && scope >= around)) return false;
  const owner =
    scope === 0 || reading.globals.functions.has(syntax.kind(scope)) ? scope : functionAround(state, scope);
  if (owner === null || owner === 0) return true;
  const inner = outermostBetween(state, node, scope);
  return inner !== null && inner !== owner && escapes(state, inner, owner);
};

const HANDED_DOWN = new Set(['global_statement', 'nonlocal_statement']);
/** `global CALLS`, and `nonlocal n` in a function that is handed out. */
export const handedDownIn = (syntax: Syntax, reading: Reading): ReadonlyMap<Node, ReadonlySet<string>> => {
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
export const handedDownWrites = (state: State): readonly Kept[] => {
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
