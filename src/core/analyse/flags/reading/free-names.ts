import type { NameRules } from '../../../languages/parts/name-rules.ts';
import type { GlobalNames } from '../../../languages/parts/surroundings.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';

export type FreeName = { readonly name: string; readonly offset: number };

const MAX_PATTERNS = 64;
const STATEMENT = /_(?:declaration|definition)$/;

export type Reading = { readonly names: NameRules; readonly globals: GlobalNames };
type Within = (node: Node) => boolean;

/** Whether a node stands in one of some kinds, by the outermost of these. */
const withinOf = (syntax: Syntax, kinds: ReadonlySet<string>): Within => {
  const outermost: Node[] = [];
  for (const node of syntax.find(kinds))
    if (outermost.length === 0 || node >= syntax.after(outermost.at(-1)!)) outermost.push(node);
  return (node) => {
    let [low, high] = [0, outermost.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (outermost[middle]! <= node) low = middle;
      else high = middle - 1;
    }
    const found = outermost[low];
    return found !== undefined && found < node && node < syntax.after(found);
  };
};

type Spans = { readonly ambient: Within; readonly file: Within; readonly scope: Within };

/** The node that declares a name, and the role of the place in it. */
type Declarator = { readonly node: Node; readonly role: string };

const declaratorOf = (syntax: Syntax, node: Node, { names }: Reading): Declarator | null => {
  for (let [at, step] = [node, 0]; step < MAX_PATTERNS; step++) {
    const parent = syntax.parent(at);
    if (parent < 0) return null;
    const place = `${syntax.kind(parent)}.${syntax.fieldOf(at)}`;
    const role = Object.hasOwn(names.declares, place) ? names.declares[place] : undefined;
    if (role !== undefined) return { node: parent, role };
    if (names.uses.includes(place) || !names.patterns.includes(syntax.kind(parent))) return null;
    at = parent;
  }
  return null;
};

const scopeOf = (syntax: Syntax, { node, role }: Declarator, { globals }: Reading): Node => {
  const kind = syntax.kind(node);
  if (globals.scopes.has(kind) && !(STATEMENT.test(kind) && (role === 'function' || role === 'type')))
    return node;
  const isHoisted = globals.hoisted.has(syntax.kind(syntax.parent(node)));
  return syntax.ancestor(node, isHoisted ? globals.functions : globals.scopes) ?? 0;
};

const NOWHERE = -1;
const USED = null;

/** The scope that a name is declared in; null: it is only used there. */
const placeOf = (syntax: Syntax, node: Node, reading: Reading, spans: Spans): Node | typeof USED => {
  const { globals } = reading;
  const parent = syntax.parent(node);
  if (parent < 0 || globals.members.has(`${syntax.kind(parent)}.${syntax.fieldOf(node)}`)) return NOWHERE;
  if (globals.ignored.has(syntax.kind(parent))) return NOWHERE;
  if (globals.elements.has(syntax.kind(parent)) && /^[a-z]/.test(syntax.text(node))) return NOWHERE;
  if (spans.ambient(node)) return NOWHERE;
  if (spans.file(node)) return 0;
  if (spans.scope(node)) return syntax.ancestor(node, globals.scopes) ?? 0;
  const declarator = declaratorOf(syntax, node, reading);
  return declarator === null ? USED : scopeOf(syntax, declarator, reading);
};

const LONGEST_PARENT = 200;

/** Its place makes a name harmless that is not so elsewhere. */
const isHarmless = (syntax: Syntax, node: Node, { only }: GlobalNames): boolean => {
  const name = syntax.text(node);
  const parent = syntax.parent(node);
  if (parent < 0 || !Object.hasOwn(only, name)) return false;
  const place = `${syntax.kind(parent)}.${syntax.fieldOf(node)}`;
  return only[name]?.test(`${place} ${syntax.text(parent).slice(0, LONGEST_PARENT)}`) === true;
};

const isType = (kind: string): boolean => kind === 'type_identifier';

export type NamePlaces = {
  /** By the scope in which they are visible; the file is node 0. */
  readonly declared: ReadonlyMap<Node, ReadonlySet<string>>;
  /** Names where they are used, except those of types. */
  readonly uses: readonly Node[];
};

const known = new WeakMap<Syntax, NamePlaces>();

/** Where a file declares names, and where it uses them; without recursion. */
export const namePlaces = (syntax: Syntax, reading: Reading): NamePlaces => {
  const places = known.get(syntax) ?? readPlaces(syntax, reading);
  known.set(syntax, places);
  return places;
};

/** Names that a file uses and does not declare where they are used, each once, in order. */
export const freeNames = (syntax: Syntax, reading: Reading): readonly FreeName[] => {
  const { declared, uses } = namePlaces(syntax, reading);
  return unresolved(
    syntax,
    uses.filter((node) => !isHarmless(syntax, node, reading.globals)),
    declared,
  );
};

const readPlaces = (syntax: Syntax, reading: Reading): NamePlaces => {
  const kinds = new Set(
    reading.names.names.filter((kind) => !/^(?:private_)?property_identifier$/.test(kind)),
  );
  const { ambient, declares, declaresForFile } = reading.globals;
  const spans: Spans = {
    ambient: withinOf(syntax, ambient),
    file: withinOf(syntax, declaresForFile),
    scope: withinOf(syntax, declares),
  };
  const declared = new Map<Node, Set<string>>();
  const uses: Node[] = [];
  for (const node of syntax.find(kinds)) {
    const scope = placeOf(syntax, node, reading, spans);
    if (scope === USED) {
      if (!isType(syntax.kind(node))) uses.push(node);
    } else if (scope !== NOWHERE)
      declared.set(scope, (declared.get(scope) ?? new Set()).add(syntax.text(node)));
  }
  return { declared, uses };
};

/** One pass over both in the order of the text: which declarations are visible is counted, not searched. */
const unresolved = (
  syntax: Syntax,
  uses: readonly Node[],
  declared: ReadonlyMap<Node, ReadonlySet<string>>,
): readonly FreeName[] => {
  const scopes = [...declared.keys()].sort((a, b) => a - b);
  const open: Node[] = [];
  const visible = new Map<string, number>();
  const count = (scope: Node, by: number): void => {
    for (const name of declared.get(scope) ?? []) visible.set(name, (visible.get(name) ?? 0) + by);
  };
  const found = new Map<string, FreeName>();
  let next = 0;
  for (const node of uses) {
    for (let scope = scopes[next]; scope !== undefined && scope <= node; scope = scopes[next]) {
      close(syntax, open, scope, count);
      open.push(scope);
      count(scope, 1);
      next += 1;
    }
    close(syntax, open, node, count);
    const name = syntax.text(node);
    if ((visible.get(name) ?? 0) === 0 && !found.has(name))
      found.set(name, { name, offset: syntax.start(node) });
  }
  return [...found.values()];
};

const close = (syntax: Syntax, open: Node[], at: Node, count: (scope: Node, by: number) => void): void => {
  for (let top = open.at(-1); top !== undefined && syntax.after(top) <= at; top = open.at(-1)) {
    count(top, -1);
    open.pop();
  }
};
