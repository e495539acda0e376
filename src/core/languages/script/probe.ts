import { shellQuote } from '../../domain/check/shell-quote.ts';
import type { Insertion, ProbedFunction, ProbeRules, ProbeValue } from '../parts/probe-rules.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';

const FUNCTIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
]);
const CLASSES = new Set(['class_declaration', 'abstract_class_declaration', 'class']);

/** Names on the way from the module down to a function, innermost last; null: it is within another function. */
const nameOf = (syntax: Syntax, fn: Node): string | null => {
  const parts: string[] = [];
  const own = syntax.field(fn, 'name');
  if (own !== null) parts.unshift(syntax.text(own));
  for (let at = syntax.parent(fn), step = 0; at > 0 && step < 64; at = syntax.parent(at), step += 1) {
    const kind = syntax.kind(at);
    if (FUNCTIONS.has(kind)) return null;
    const name = partOf(syntax, at, kind, parts.length === 0);
    if (name !== null) parts.unshift(...name);
  }
  const path = parts.filter((part, at) => at > 0 || (part !== 'exports' && part !== 'module.exports'));
  return path.length === 0 || path.some((part) => !/^[\w$]+$/.test(part)) ? null : path.join('.');
};

const EXPORTS = /^(?:module\.)?exports(?:\.|$)/;

/** The part that one enclosing node adds to a function's name. */
const partOf = (syntax: Syntax, node: Node, kind: string, isBare: boolean): readonly string[] | null => {
  if (CLASSES.has(kind) || (kind === 'variable_declarator' && syntax.field(node, 'name') !== null)) {
    const name = syntax.field(node, 'name');
    return name === null ? null : [syntax.text(name)];
  }
  if (kind === 'pair') {
    const key = syntax.field(node, 'key');
    return key === null ? null : [syntax.text(key)];
  }
  if (kind === 'assignment_expression') {
    const left = syntax.field(node, 'left');
    const text = left === null ? '' : syntax.text(left).slice(0, 200);
    const parts = text
      .replace(EXPORTS, '')
      .split('.')
      .filter((part) => part !== '' && part !== 'prototype');
    return parts.length === 0 && isBare ? ['default'] : parts;
  }
  return kind === 'export_statement' && isBare ? ['default'] : null;
};

const report = (id: number, self: string, given: string): string =>
  `Reflect.get(Reflect.get(globalThis,"process")??{},"hydraProbe")?.(${id},${self},${given})`;

/** Parameters of an arrow function, as the arguments of the call; null: they cannot be derived from the parameters. */
const argumentsOf = (syntax: Syntax, fn: Node): string | null => {
  const alone = syntax.field(fn, 'parameter');
  if (alone !== null) return `[${syntax.text(alone)}]`;
  const list = syntax.field(fn, 'parameters');
  if (list === null) return null;
  const names = syntax
    .children(list)
    .filter((child) => syntax.kind(child) !== 'comment')
    .map((child) => argumentOf(syntax, child));
  return names.includes(null) ? null : `[${names.join(',')}]`;
};

const argumentOf = (syntax: Syntax, node: Node): string | null => {
  switch (syntax.kind(node)) {
    case 'identifier':
      return syntax.text(node);
    case 'rest_pattern': {
      const [inner] = syntax.children(node);
      return inner !== undefined && syntax.kind(inner) === 'identifier' ? `...${syntax.text(inner)}` : null;
    }
    case 'assignment_pattern': {
      const left = syntax.field(node, 'left');
      return left === null ? null : argumentOf(syntax, left);
    }
    case 'required_parameter':
    case 'optional_parameter': {
      const pattern = syntax.field(node, 'pattern');
      return pattern === null ? null : argumentOf(syntax, pattern);
    }
    case 'object_pattern': {
      const members = syntax.children(node);
      return members.every((one) => syntax.kind(one) === 'shorthand_property_identifier_pattern')
        ? `{${members.map((one) => syntax.text(one)).join(',')}}`
        : null;
    }
    default:
      return null;
  }
};

const isDirective = (syntax: Syntax, statement: Node): boolean =>
  syntax.kind(statement) === 'expression_statement' && /^['"]use \w+['"]/.test(syntax.text(statement));

const markOf = (syntax: Syntax, fn: Node): ProbedFunction['mark'] | null => {
  const kind = syntax.kind(fn);
  const body = syntax.field(fn, 'body');
  const name = syntax.field(fn, 'name');
  if (body === null || (name !== null && syntax.text(name) === 'constructor')) return null;
  const given = kind === 'arrow_function' ? argumentsOf(syntax, fn) : 'arguments';
  if (given === null) return null;
  const self = kind === 'method_definition' ? 'this' : 'undefined';
  if (syntax.kind(body) === 'statement_block') {
    const directive = syntax.children(body).findLast((statement) => isDirective(syntax, statement));
    const at = directive === undefined ? syntax.start(body) + 1 : syntax.end(directive);
    return (id): readonly Insertion[] => [{ at, text: `;${report(id, self, given)};` }];
  }
  return (id) => [
    { at: syntax.start(body), text: `(${report(id, self, given)},` },
    { at: syntax.end(body), text: ')' },
  ];
};

const MOST_FUNCTIONS = 5000;

const functions = (syntax: Syntax): readonly ProbedFunction[] =>
  syntax
    .find(FUNCTIONS)
    .slice(0, MOST_FUNCTIONS)
    .flatMap((fn) => {
      const [name, mark] = [nameOf(syntax, fn), markOf(syntax, fn)];
      return name === null || mark === null
        ? []
        : [{ name, start: syntax.start(fn), end: syntax.end(fn), mark }];
    });

const inner = (value: ProbeValue | undefined): readonly ProbeValue[] => (Array.isArray(value) ? value : []);

const members = (value: object): string =>
  Object.entries(value)
    .map(
      ([key, one]) =>
        `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${write(one as ProbeValue)}`,
    )
    .join(', ');

const write = (value: ProbeValue): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${inner(value).map(write).join(', ')}]`;
  const { $: tag, v, type } = value as { readonly [key: string]: ProbeValue };
  switch (tag) {
    case undefined:
      return `{${members(value)}}`;
    case 'undefined':
      return 'undefined';
    case 'float':
      return String(v);
    case 'int':
      return `${String(v)}n`;
    case 'date':
      return `new Date(${String(v)})`;
    case 'regex':
      return `/${String(inner(v)[0])}/${String(inner(v)[1])}`;
    case 'set':
      return `new Set([${inner(v).map(write).join(', ')}])`;
    case 'map':
      return `new Map([${inner(v).map(write).join(', ')}])`;
    case 'object':
      return `${String(type)} {${typeof v === 'object' && v !== null ? members(v) : ''}}`;
    default:
      return '…';
  }
};

const SCRIPT = /\.[cm]?js$/;

/** JavaScript and TypeScript; the latter with the project's own loader. */
export const scriptProbe: ProbeRules = {
  functions,
  probesNeighbours: true,
  recording:
    'export NODE_OPTIONS="--require=$HYDRA_REPORTERS/hydra-probe.cjs${NODE_OPTIONS:+ $NODE_OPTIONS}"; export HYDRA_PROBE_ROOT="$PWD"; ',
  play: (_program, inputs) =>
    `HYDRA_PROBE_ROOT="$PWD" NODE_OPTIONS= node "$HYDRA_REPORTERS/hydra-probe.cjs" play ${shellQuote(inputs)}`,
  write,
  nothing: { $: 'undefined' },
  script: (_program, path) => (SCRIPT.test(path) ? `node ${shellQuote(`./${path}`)}` : null),
  setupFailure:
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|ERR_REQUIRE_ESM|ERR_UNKNOWN_FILE_EXTENSION|\bENOENT\b|^SyntaxError|^ReferenceError: (?:describe|it|test|expect|jest|vi|before|beforeEach|require|module) is not defined/m,
};
