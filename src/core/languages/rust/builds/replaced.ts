import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import type { Builders } from './conditions.ts';
import { type Definition, definitionsIn, fieldText } from './definitions.ts';
import { type BuildPlace, FUNCTION_ITEMS, type View, viewOf } from './marks.ts';

/** With or without a macro's mark. */
const ASSERTIONS = /^(?:debug_)?assert(?:_eq|_ne)?!?$/;

/** Names that tests and all others have of their own. */
const twins = ({ syntax }: View, definitions: readonly Definition[]): readonly BuildPlace[] => {
  const keyOf = ({ scope, name }: Definition): string => `${scope} ${name}`;
  const tested = new Set(definitions.filter(({ builders }) => builders === 'tests').map(keyOf));
  return definitions
    .filter((one) => one.builders === 'others' && tested.has(keyOf(one)))
    .map(({ name, node }) => ({ what: name, offset: syntax.start(node) }));
};

const CONDITION = /\bcfg(?:_attr)?\s*\(/;

/** Of two macros of one name, code after the second sees that one, and other crates may see the first. */
const macrosTwice = ({ syntax, marks }: View, definitions: readonly Definition[]): readonly BuildPlace[] => {
  const seen = new Map<string, Builders>();
  return definitions.flatMap(({ name, node, builders }) => {
    if (syntax.kind(node) !== 'macro_definition' || syntax.ancestor(node, FUNCTION_ITEMS) !== null) return [];
    // One of each platform, for example.
    if (builders === 'all' && marks.get(node)?.marks.some((mark) => CONDITION.test(mark)) === true) return [];
    // Two modules of one name are of different builds.
    const key = `${syntax.parent(node)} ${name}`;
    const before = seen.get(key);
    seen.set(key, builders);
    return before === undefined || (before === builders && builders !== 'all')
      ? []
      : [{ what: name, offset: syntax.start(node) }];
  });
};

const LOCAL = new Set([
  'parameter.pattern',
  'let_declaration.pattern',
  'closure_parameters.',
  'for_expression.pattern',
  'type_parameter.name',
]);
/** What code outside of tests refers to: a function it calls, the first word of a path, a type or a macro. */
const referenceAt = (syntax: Syntax, node: Node): string | null => {
  const parent = syntax.parent(node);
  const [kind, field, text] = [syntax.kind(parent), syntax.fieldOf(node), syntax.text(node)];
  if (syntax.kind(node) === 'type_identifier')
    return field === 'name' && kind !== 'struct_expression' && kind !== 'scoped_type_identifier'
      ? null
      : text;
  if (kind === 'macro_invocation' && field === 'macro') return `${text}!`;
  if (kind === 'call_expression' && field === 'function') return text;
  if (kind === 'scoped_identifier' || kind === 'scoped_type_identifier')
    return field === 'path' ? text : null;
  return null;
};

const NAMES = new Set(['identifier', 'type_identifier']);

/** Names that a function declares for itself. */
const localNames = (syntax: Syntax, fn: Node): ReadonlySet<string> =>
  new Set(
    syntax
      .find(NAMES, fn)
      .filter((node) => LOCAL.has(`${syntax.kind(syntax.parent(node))}.${syntax.fieldOf(node)}`))
      .map((node) => syntax.text(node)),
  );

const moduleOf = (syntax: Syntax, node: Node): string => {
  const names: string[] = [];
  const modules = new Set(['mod_item']);
  for (let at = syntax.ancestor(node, modules); at !== null; at = syntax.ancestor(at, modules))
    names.unshift(fieldText(syntax, at, 'name') ?? '');
  return names.join('::');
};

/** What exists for tests alone and is used by other code, which then means something else without tests. */
const borrowed = (
  { syntax, isInTests, marks }: View,
  definitions: readonly Definition[],
): readonly BuildPlace[] => {
  const inModules = definitions.filter(({ node }) => syntax.ancestor(node, FUNCTION_ITEMS) === null);
  const forTests = new Map(
    inModules
      .filter(({ builders, name }) => builders === 'tests' && /^[A-Za-z_]\w*!?$/.test(name))
      .flatMap(({ scope, name, node }): [string, string][] => [
        [`${scope} ${name}`, name],
        ...(syntax.kind(node) === 'use_declaration' && !ASSERTIONS.test(name)
          ? [[`${scope} ${name}!`, `${name}!`] as [string, string]]
          : []),
      ]),
  );
  if (forTests.size === 0) return [];
  const owned = new Set(
    inModules.filter(({ builders }) => builders === 'all').map(({ scope, name }) => `${scope} ${name}`),
  );
  const names = new Set(forTests.values());
  const others = new Uint8Array(syntax.count);
  for (const [node, { builders }] of marks)
    if (builders === 'others') others.fill(1, node, syntax.after(node));
  const locals = new Map<Node, ReadonlySet<string>>();
  const isLocal = (node: Node, name: string): boolean => {
    const fn = syntax.ancestor(node, FUNCTION_ITEMS);
    if (fn === null) return false;
    const known = locals.get(fn) ?? localNames(syntax, fn);
    locals.set(fn, known);
    return known.has(name);
  };
  return syntax.find(NAMES).flatMap((node): readonly BuildPlace[] => {
    const name = referenceAt(syntax, node);
    if (name === null || !names.has(name) || isInTests(node) || others[node] === 1) return [];
    const key = `${moduleOf(syntax, node)} ${name}`;
    if (!forTests.has(key) || owned.has(key) || isLocal(node, name)) return [];
    return [{ what: name, offset: syntax.start(node) }];
  });
};

/** Definitions for tests that replace those of all other builds. */
export const replacedForTests = (syntax: Syntax): readonly BuildPlace[] => {
  const view = viewOf(syntax);
  const definitions = definitionsIn(view);
  return [...twins(view, definitions), ...macrosTwice(view, definitions), ...borrowed(view, definitions)];
};

/** Names of the standard library's assertions that the program gives a meaning of its own, its tests included. */
export const ownAssertions = (syntax: Syntax): readonly BuildPlace[] => {
  const view = viewOf(syntax);
  return definitionsIn(view)
    .filter(({ name, builders, node }) => {
      const kind = syntax.kind(node);
      const defines = kind === 'macro_definition' || kind === 'use_declaration';
      const standard = /^[^]*\buse\s+(?:::)?\s*(?:std|core)\s*::/.test(syntax.text(node));
      return (
        defines &&
        ASSERTIONS.test(name) &&
        !(kind === 'use_declaration' && (standard || builders === 'tests'))
      );
    })
    .map(({ name, node }) => ({ what: name, offset: syntax.start(node) }));
};
