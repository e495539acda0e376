import type { Node, Syntax } from '../../../../syntax/syntax-view.ts';
import { namePlaces, type Reading } from '../free-names.ts';
import { type Lasting, lastingValues } from './lasting-values.ts';
import {
  type Kept,
  type Use,
  type State,
  placeOf,
  scopeOf,
  functionAround,
  useOf,
  isWritten,
  calleeOf,
  callWith,
  isChanged,
  nameOfFunction,
  seen,
  MAX_USES,
} from './name-uses.ts';
import { outlives, handedDownIn, handedDownWrites } from './outliving-names.ts';
import { changedResults, classMembers, keptDefaults, sharedMembers } from './shared-members.ts';

const ALIASED = new Set([
  'variable_declarator.value',
  'assignment.right',
  'named_expression.value',
  'default_parameter.value',
]);

const LOOPS = new Set(['while_statement', 'do_statement', 'for_statement']);
const MAX_FOUND = 20;
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

const IMPORTS = new Set(['import_clause', 'import_from_statement', 'import_statement']);
const importedNames = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(IMPORTS)
      .slice(0, MAX_USES)
      .flatMap(
        (node) =>
          syntax
            .text(node)
            .slice(0, 4_000)
            .match(/[\w$]+/g) ?? [],
      ),
  );

/** State that outlives a call, in languages whose names are followed. */
export const sharedState = (syntax: Syntax, reading: Reading): readonly Kept[] => {
  const { declared, uses } = namePlaces(syntax, reading);
  const state: State = { syntax, reading, declared, handedDown: handedDownIn(syntax, reading) };
  const values = lastingValues(syntax, 0);
  const imported = importedNames(syntax);
  let changers: ReadonlySet<string> | null = null;
  const found: Kept[] = [];
  for (const node of uses.slice(0, MAX_USES)) {
    if (found.length >= MAX_FOUND) break;
    const name = syntax.text(node);
    if (functionAround(state, node) === null) {
      // What another file shows of itself is changed for all who load it.
      const use = imported.has(name) ? useOf(state, node) : null;
      if (use !== null && use.members.length > 0 && isWritten(state, use.top))
        found.push(seen(state, use.top));
      continue;
    }
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
