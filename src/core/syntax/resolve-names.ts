import { constantText, unwrap } from './literals.ts';
import type { Node, Syntax } from './syntax-view.ts';

/** The name of an expression after resolving aliases, imports and computed keys: `process.exit`, `os._exit`. */
export type Names = {
  nameOf(node: Node): string | null;
};

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const CALLS = new Set(['call_expression', 'call']);
const GLOBALS = /^(?:globalThis|global|window)\.(?=.)/;
const MAX_STEPS = 12;

const moduleName = (specifier: string): string =>
  specifier.replace(/^node:/, '').replace(/^assert\/strict$/, 'assert');

const propertyOf = (syntax: Syntax, node: Node): string | null => {
  const property = syntax.field(node, 'property') ?? syntax.field(node, 'attribute');
  if (property !== null) return syntax.text(property);
  const index = syntax.field(node, 'index') ?? syntax.field(node, 'subscript');
  return index === null ? null : constantText(syntax, index);
};

/** `require('m')`, `import('m')`, `__import__('m')`, `getattr(o, 'name')`: disguised names. */
const nameOfCall = (syntax: Syntax, node: Node, inner: (node: Node) => string | null): string | null => {
  const [callee, list] = [syntax.field(node, 'function'), syntax.field(node, 'arguments')];
  if (callee === null || list === null) return null;
  const args = syntax.children(list);
  const text = args[0] === undefined ? null : constantText(syntax, args[0]);
  const called = inner(callee) ?? '';
  if (/^(?:module\.)?createRequire$/.test(called)) return 'require';
  if (/^(?:require|import|__import__|(?:importlib\.)?import_module|module\.require)$/.test(called))
    return text === null ? null : moduleName(text);
  if (!/^(?:getattr|Reflect\.get)$/.test(called) || args[0] === undefined || args[1] === undefined)
    return null;
  const [object, member] = [inner(args[0]), constantText(syntax, args[1])];
  return object === null || member === null ? null : `${object}.${member}`;
};

const resolver = (syntax: Syntax, aliases: ReadonlyMap<string, string>): Names['nameOf'] => {
  const nameOf = (node: Node, steps = 0): string | null => {
    const at = unwrap(syntax, node);
    const kind = syntax.kind(at);
    if (steps > MAX_STEPS) return null;
    if (CALLS.has(kind)) return nameOfCall(syntax, at, (inner) => nameOf(inner, steps + 1));
    if (!MEMBERS.has(kind))
      return kind.endsWith('identifier') || kind === 'this' || kind === 'import'
        ? aliasOf(syntax.text(at))
        : null;
    const object = syntax.field(at, 'object') ?? syntax.field(at, 'value');
    const property = propertyOf(syntax, at);
    const owner = object === null || property === null ? null : nameOf(object, steps + 1);
    return owner === null ? null : `${owner}.${property}`;
  };
  const aliasOf = (name: string): string => aliases.get(name) ?? name;
  return (node) => nameOf(node)?.replace(GLOBALS, '') ?? null;
};

const DECLARATIONS = new Set([
  'variable_declarator',
  'assignment',
  'import_statement',
  'import_from_statement',
  'assignment_expression',
  'for_in_statement',
  'for_statement',
]);

/** Names bound once in a file to something with a name of its own; scopes are not distinguished. */
export const resolveNames = (syntax: Syntax): Names => {
  const aliases = new Map<string, string>();
  const nameOf = resolver(syntax, aliases);
  const bind = (name: string, target: string | null): void => {
    if (target !== null && target !== name && !aliases.has(name) && target.length < 200)
      aliases.set(name, target);
  };
  for (const node of syntax.find(DECLARATIONS)) {
    if (syntax.kind(node) === 'import_statement') bindImports(syntax, node, bind);
    else if (syntax.kind(node) === 'import_from_statement') bindFrom(syntax, node, bind);
    else bindVariable(syntax, node, bind, nameOf);
  }
  return { nameOf };
};

type Bind = (name: string, target: string | null) => void;

/** A loop over a list: its first element represents all. */
const oneOf = (syntax: Syntax, value: Node): Node =>
  ['array', 'list', 'tuple'].includes(syntax.kind(value)) ? (syntax.children(value)[0] ?? value) : value;

const bindVariable = (syntax: Syntax, node: Node, bind: Bind, nameOf: Names['nameOf']): void => {
  const target = syntax.field(node, 'name') ?? syntax.field(node, 'left');
  const value = syntax.field(node, 'value') ?? syntax.field(node, 'right');
  if (target === null || value === null) return;
  const source = nameOf(oneOf(syntax, value));
  if (source === null) return;
  if (syntax.kind(target) === 'identifier') bind(syntax.text(target), source);
  if (syntax.kind(target) !== 'object_pattern') return;
  for (const child of syntax.children(target)) {
    const [key, local] = [syntax.field(child, 'key'), syntax.field(child, 'value')];
    const name = key === null ? syntax.text(child) : syntax.text(key);
    bind(local === null ? name : syntax.text(local), `${source}.${name}`);
  }
};

const SPECIFIERS = new Set(['import_specifier', 'namespace_import']);

const bindImports = (syntax: Syntax, node: Node, bind: Bind): void => {
  const source = syntax.field(node, 'source');
  if (source === null) {
    for (const name of syntax.fieldsOf(node, 'name')) {
      const [original, alias] = [syntax.field(name, 'name'), syntax.field(name, 'alias')];
      if (original !== null && alias !== null) bind(syntax.text(alias), syntax.text(original));
    }
    return;
  }
  const from = moduleName(constantText(syntax, source) ?? '');
  const [clause] = syntax.find(new Set(['import_clause']), node);
  if (clause === undefined) return;
  for (const child of syntax.children(clause))
    if (syntax.kind(child) === 'identifier') bind(syntax.text(child), from);
  for (const specifier of syntax.find(SPECIFIERS, clause)) {
    const name = syntax.field(specifier, 'name');
    const local = syntax.field(specifier, 'alias') ?? name ?? syntax.children(specifier)[0];
    if (local === undefined || local === null) continue;
    bind(syntax.text(local), name === null ? from : `${from}.${syntax.text(name)}`);
  }
};

const bindFrom = (syntax: Syntax, node: Node, bind: Bind): void => {
  const from = syntax.field(node, 'module_name');
  if (from === null) return;
  for (const child of syntax.fieldsOf(node, 'name')) {
    const name = syntax.field(child, 'name') ?? child;
    const local = syntax.field(child, 'alias') ?? name;
    bind(syntax.text(local), `${syntax.text(from)}.${syntax.text(name)}`);
  }
};
