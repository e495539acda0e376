import { shellQuote } from '../../domain/check/shell-quote.ts';
import { folderOf } from '../../domain/source/path-parts.ts';
import { IN_FOLDER } from '../../domain/check/command-part.ts';
import type { ProbedFunction, ProbeRules, ProbeValue } from '../parts/probe-rules.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';

const FUNCTIONS = new Set(['function_declaration', 'method_declaration']);
const PARAMETERS = new Set(['parameter_declaration', 'variadic_parameter_declaration']);
const MOST_FUNCTIONS = 5000;
/** Nothing can refer to them. */
const UNREACHABLE = new Set(['init', 'main', '_']);

/** Names of parameters; null: one has no name, so its value cannot be read. */
const namesIn = (syntax: Syntax, list: Node | null): readonly string[] | null => {
  if (list === null) return [];
  const names: string[] = [];
  for (const declaration of syntax.children(list).filter((child) => PARAMETERS.has(syntax.kind(child)))) {
    const own = syntax.fieldsOf(declaration, 'name').map((node) => syntax.text(node));
    if (own.length === 0 || own.includes('_')) return null;
    names.push(...own);
  }
  return names;
};

type Owner = { readonly type: string; readonly isPointer: boolean };

/** The type of a method's receiver; null: it has type parameters. */
const ownerIn = (syntax: Syntax, receiver: Node): Owner | null => {
  const declaration = syntax.children(receiver).find((child) => PARAMETERS.has(syntax.kind(child)));
  const given = declaration === undefined ? null : syntax.field(declaration, 'type');
  const text = given === null ? '' : syntax.text(given).replaceAll(/[\s()]/g, '');
  const [, pointer, type] = /^(\*?)(\w+)$/.exec(text) ?? [];
  return type === undefined ? null : { type, isPointer: pointer === '*' };
};

const CONSTRAINT = /^\/\/\s*(?:go:build|\+build)\b/;

/** A comment before the package clause decides whether a file is built at all. */
const isConditional = (syntax: Syntax): boolean => {
  const [clause] = syntax.find(new Set(['package_clause']));
  const header = clause === undefined ? '' : syntax.text(0).slice(0, syntax.start(clause) - syntax.start(0));
  return header.split('\n').some((line) => CONSTRAINT.test(line));
};

const obstacleOf = (
  syntax: Syntax,
  fn: Node,
  { owner, names }: { readonly owner: Owner | null | undefined; readonly names: readonly string[] | null },
): string | null => {
  if (syntax.field(fn, 'type_parameters') !== null || owner === null) return 'it has type parameters';
  if (names === null) return 'a parameter has no name';
  const name = syntax.field(fn, 'name');
  const hidden = new Set([owner?.type, name === null ? '' : syntax.text(name)]);
  return names.some((one) => hidden.has(one)) ? 'a parameter hides its name' : null;
};

const functionOf = (syntax: Syntax, fn: Node, conditional: boolean): readonly ProbedFunction[] => {
  const [nameNode, body] = [syntax.field(fn, 'name'), syntax.field(fn, 'body')];
  if (nameNode === null || body === null) return [];
  const bare = syntax.text(nameNode);
  const receiver = syntax.field(fn, 'receiver');
  if (bare === '_' || (receiver === null && UNREACHABLE.has(bare))) return [];
  const owner = receiver === null ? undefined : ownerIn(syntax, receiver);
  const given = namesIn(syntax, syntax.field(fn, 'parameters'));
  const self = namesIn(syntax, receiver);
  const names = given === null || self === null ? null : [...self, ...given];
  const place = { start: syntax.start(fn), end: syntax.end(fn) };
  const name = owner === null || owner === undefined ? bare : `${owner.type}.${bare}`;
  const obstacle = conditional
    ? 'its file is not part of every build'
    : obstacleOf(syntax, fn, { owner, names });
  if (obstacle !== null || names === null)
    return [{ name, ...place, mark: () => [], obstacle: obstacle ?? '' }];
  const type = owner?.isPointer === true ? `(*${owner.type})` : owner?.type;
  const reached = type === undefined ? bare : `${type}.${bare}`;
  const at = syntax.start(body) + 1;
  const mark = (id: number) => [{ at, text: `hydraProbeSeen(${[id, reached, ...names].join(', ')});` }];
  return [{ name, ...place, mark }];
};

const functions = (syntax: Syntax): readonly ProbedFunction[] => {
  const conditional = isConditional(syntax);
  return syntax
    .find(FUNCTIONS)
    .slice(0, MOST_FUNCTIONS)
    .flatMap((fn) => functionOf(syntax, fn, conditional));
};

const COMPANION = 'hydra_probe_seen.go';

/** Marked functions compile with this alone; the recorder, laid beside it before the tests, takes its place. */
const companion = (syntax: Syntax): { readonly name: string; readonly text: string } => {
  const [identifier] = syntax.find(new Set(['package_identifier']));
  const name = identifier === undefined ? 'main' : syntax.text(identifier);
  return {
    name: COMPANION,
    text: `package ${name}\n\nvar hydraProbeSeen = func(mark int, function interface{}, given ...interface{}) {}\n`,
  };
};

/** Every package with a companion gets the recorder. `go test` neither answers from its cache nor checks what we added. */
const RECORDING =
  `find . -name ${COMPANION} -exec sh -c 'for file in values recorder; do sed "s/^package .*/$(head -n 1 "$1")/" "$HYDRA_REPORTERS/go-probe/$file.go" > "\${1%/*}/hydra_probe_$file.go"; done' sh {} \\; ; ` +
  'export GOFLAGS="${GOFLAGS:+$GOFLAGS }-count=1 -vet=off"; ';

const ALL_PACKAGES = /(?<=\s)\.\/\.\.\.(?=\s|$)/g;

/** The packages of some test files instead of all. */
const narrowed = (command: string, testFiles: readonly string[]): string | null => {
  const [, folder = ''] = IN_FOLDER.exec(command) ?? [];
  const below = folder === '' ? '' : `${folder}/`;
  const own = testFiles.filter((path) => path.endsWith('_test.go') && path.startsWith(below));
  const packages = [...new Set(own.map((path) => `./${folderOf(path.slice(below.length))}`))];
  if (packages.length === 0 || command.match(ALL_PACKAGES)?.length !== 1) return null;
  return command.replace(ALL_PACKAGES, () => packages.map(shellQuote).join(' '));
};

const inner = (value: ProbeValue | undefined): readonly ProbeValue[] => (Array.isArray(value) ? value : []);

const isZero = (value: ProbeValue): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && 'v' in value && value['v'] === '0.0');

const TEXTS: Readonly<Record<string, string>> = {
  '*strings.Reader': 'strings.NewReader',
  '*bytes.Reader': 'bytes.NewReader',
  '*bytes.Buffer': 'bytes.NewBufferString',
};
/** What a literal has without a conversion. */
const DEFAULT_TYPES = new Set(['bool', 'int', 'string', 'float64']);

const writeHeld = (type: string, value: ProbeValue): string => {
  const literal = write(value);
  const isComposite =
    typeof value === 'object' && value !== null && !('$' in value && value['$'] === 'float');
  return isComposite || DEFAULT_TYPES.has(type) ? literal : `${type}(${literal})`;
};

const write = (value: ProbeValue): string => {
  if (value === null) return 'nil';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `{${inner(value).map(write).join(', ')}}`;
  const { $: tag, v = null, type: given } = value as { readonly [key: string]: ProbeValue };
  const type = String(given);
  const items = inner(v).map(write);
  switch (tag) {
    case 'int':
    case 'float':
      return String(v);
    case 'bytes':
      return `${type}(base64 ${String(v)})`;
    case 'text':
      return `${TEXTS[type] ?? type}(${write(v)})`;
    case 'slice':
      if (type.startsWith('...')) return items.length === 0 ? '[]…' : items.join(', ');
      return `${type}{${items.join(', ')}}`;
    case 'array':
      return `${type}{${items.join(', ')}}`;
    case 'map':
      return `${type}{${inner(v)
        .map((pair) => inner(pair).map(write).join(': '))
        .join(', ')}}`;
    case 'object':
      return `${type}{${Object.entries(v ?? {})
        .filter(([, one]) => !isZero(one as ProbeValue))
        .map(([key, one]) => `${key}: ${write(one as ProbeValue)}`)
        .join(', ')}}`;
    case 'pointer':
      return `&${write(v)}`;
    case 'any':
      return writeHeld(type, v);
    case 'error':
      return `errors.New(${write(v)})`;
    case 'context':
      return 'context.Background()';
    case 'time':
      return `time ${String(v)}`;
    default:
      return '…';
  }
};

export const goProbe: ProbeRules = {
  functions,
  probesNeighbours: 'callers',
  companion,
  narrowed,
  recording: RECORDING,
  // The player is no part of the project's module, and passes the settings on to what it starts.
  play: (_program, inputs) =>
    `HYDRA_PROBE_GOFLAGS="\${GOFLAGS-}" HYDRA_PROBE_GOWORK="\${GOWORK-}" GOFLAGS= GOWORK=off go run "$HYDRA_REPORTERS/go-probe/play.go" ${shellQuote(inputs)}`,
  write,
  script: () => null,
  setupFailure: /^# |^\S+\.go:\d+:\d+: |cannot find package|no required module provides/m,
};
