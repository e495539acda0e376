import { pythonExample } from './example.ts';
import { programOf } from './interpreter.ts';
import { shellQuote } from '../../domain/check/shell-quote.ts';
import type { Insertion, ProbedFunction, ProbeRules, ProbeValue } from '../parts/probe-rules.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';

const FUNCTIONS = new Set(['function_definition']);
const SCOPES = new Set(['function_definition', 'class_definition', 'lambda']);

/** The name from the module down; null for a function within a function. */
const nameOf = (syntax: Syntax, definition: Node): string | null => {
  const parts: string[] = [];
  for (let at: Node | null = definition; at !== null; at = syntax.ancestor(at, SCOPES)) {
    if (at !== definition && syntax.kind(at) !== 'class_definition') return null;
    const name = syntax.field(at, 'name');
    if (name === null) return null;
    parts.unshift(syntax.text(name));
  }
  return parts.join('.');
};

const isDocstring = (syntax: Syntax, statement: Node): boolean =>
  syntax.kind(statement) === 'expression_statement' &&
  syntax.children(statement).length === 1 &&
  syntax.kind(syntax.children(statement)[0] ?? statement) === 'string';

const report = (id: number): string => `__import__("hydra_probe").seen(${id}, locals())`;

/** Before the first statement after the docstring, on a separate line if the body has lines. */
const markBody = (syntax: Syntax, definition: Node, body: Node): ProbedFunction['mark'] | null => {
  const statements = syntax.children(body).filter((child) => syntax.kind(child) !== 'comment');
  const [first, second] = statements;
  if (first === undefined) return null;
  const header = syntax.text(definition).slice(0, syntax.start(first) - syntax.start(definition));
  const isOneLine = !/\n[ \t]*$/.test(header);
  const indent = /\n([ \t]*)$/.exec(header)?.[1] ?? '';
  const before = (at: number, id: number): readonly Insertion[] => [
    { at, text: isOneLine ? `${report(id)}; ` : `${report(id)}\n${indent}` },
  ];
  if (!isDocstring(syntax, first)) return (id) => before(syntax.start(first), id);
  if (second !== undefined) return (id) => before(syntax.start(second), id);
  return null;
};

const MOST_FUNCTIONS = 5000;

const functions = (syntax: Syntax): readonly ProbedFunction[] =>
  syntax
    .find(FUNCTIONS)
    .slice(0, MOST_FUNCTIONS)
    .flatMap((definition) => {
      const [name, body] = [nameOf(syntax, definition), syntax.field(definition, 'body')];
      const mark = name === null || body === null ? null : markBody(syntax, definition, body);
      return name === null || mark === null
        ? []
        : [{ name, start: syntax.start(definition), end: syntax.end(definition), mark }];
    });

const inner = (value: ProbeValue | undefined): readonly ProbeValue[] => (Array.isArray(value) ? value : []);

const write = (value: ProbeValue): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${inner(value).map(write).join(', ')}]`;
  const { $: tag, v, show } = value as { readonly [key: string]: ProbeValue };
  const items = inner(v).map(write);
  const pairs = inner(v).map((pair) => inner(pair).map(write).join(': '));
  switch (tag) {
    case undefined:
      return `{${Object.entries(value)
        .map(([key, one]) => `${writeText(key)}: ${write(one)}`)
        .join(', ')}}`;
    case 'int':
    case 'float':
      return String(v);
    case 'bytes':
      return `b64(${String(v)})`;
    case 'tuple':
      return `(${items.join(', ')}${items.length === 1 ? ',' : ''})`;
    case 'set':
    case 'frozenset':
      return items.length === 0 ? 'set()' : `{${items.join(', ')}}`;
    case 'dict':
      return `{${pairs.join(', ')}}`;
    default:
      return typeof show === 'string' ? show : '…';
  }
};

const writeText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const PYTEST_TEST = /^[ \t]*(?:async[ \t]+)?def[ \t]+test_|^class[ \t]+Test/m;
const MAIN = /^if[ \t]+__name__[ \t]*==/m;

export const pythonProbe: ProbeRules = {
  functions,
  probesNeighbours: false,
  recording:
    'export PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}"; export HYDRA_PROBE_ROOT="$PWD"; ',
  play: (program, inputs, run) =>
    `HYDRA_PROBE_ROOT="$PWD" PYTHONHASHSEED=${run} ${programOf(program)} "$HYDRA_REPORTERS/hydra_probe.py" play ${shellQuote(inputs)}`,
  write,
  nothing: null,
  script(program, path, text) {
    if (!path.endsWith('.py')) return null;
    const env = 'PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" PYTHONHASHSEED=0';
    const asTests = PYTEST_TEST.test(text) && !MAIN.test(text);
    const how = asTests ? '-m pytest -q -p no:cacheprovider ' : '';
    return `${env} ${programOf(program)} ${how}${shellQuote(`./${path}`)}`;
  },
  example: pythonExample,
  setupFailure:
    /^(?:E\s+)?(?:ModuleNotFoundError|ImportError|FileNotFoundError|SyntaxError|IndentationError|NotADirectoryError|PermissionError|DistributionNotFound)\b|^ERROR collecting |No module named |can't open file |no tests ran|not found: /m,
};
