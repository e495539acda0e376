import type { Node, Syntax } from './syntax-view.ts';

const WRAPPERS = new Set([
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'await',
  'await_expression',
  'non_null_expression',
]);
const PLAIN_STRING_KINDS = [
  'string',
  'template_string',
  'string_literal',
  'interpreted_string_literal',
  'raw_string_literal',
];
const STRING_KINDS = new Set([...PLAIN_STRING_KINDS, 'concatenated_string']);
const NUMBER_KINDS = new Set([
  'number',
  'integer',
  'float',
  'int_literal',
  'float_literal',
  'integer_literal',
  'decimal_integer_literal',
  'decimal_floating_point_literal',
]);
/** Strings and numbers that hold no other literal. */
export const LITERAL_KINDS: ReadonlySet<string> = new Set([...PLAIN_STRING_KINDS, ...NUMBER_KINDS]);
const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['None', 'null'],
  ['undefined', 'null'],
]);
const MAX_DEPTH = 12;

/** Unwraps parentheses and type assertions. */
export const unwrap = (syntax: Syntax, node: Node): Node => {
  let at = node;
  for (let depth = 0; depth < MAX_DEPTH && WRAPPERS.has(syntax.kind(at)); depth++) {
    const inner = syntax.children(at).find((child) => !['comment', 'await'].includes(syntax.kind(child)));
    if (inner === undefined) break;
    at = inner;
  }
  return at;
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', b: '\b' };

const unescape = (body: string): string =>
  body.replaceAll(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|.)/gs, (escape) => {
    const digits = /^\\[xu]\{?([0-9a-fA-F]{2,6})/.exec(escape)?.[1];
    if (digits === undefined) return ESCAPES[escape.slice(1)] ?? escape.slice(1);
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** The value of a string as written, quotes and prefix cut; good enough to compare by. */
export const stringValue = (written: string): string => {
  const [, prefix = '', quote = ''] = /^([A-Za-z]{0,3})("""|'''|["'`])/.exec(written) ?? [];
  if (quote === '') return written;
  const body = written.slice(
    prefix.length + quote.length,
    written.endsWith(quote) ? -quote.length : undefined,
  );
  return /r/i.test(prefix) ? body : unescape(body);
};

/** Text of a string that is known without running anything, even if it is concatenated. */
export const constantText = (syntax: Syntax, node: Node, depth = 0): string | null => {
  const at = unwrap(syntax, node);
  const kind = syntax.kind(at);
  if (kind === 'concatenated_string') {
    const parts = syntax.children(at).map((child) => constantText(syntax, child, depth + 1));
    return parts.includes(null) || depth > MAX_DEPTH ? null : parts.join('');
  }
  if (STRING_KINDS.has(kind)) {
    const dynamic = syntax
      .children(at)
      .some((child) => ['template_substitution', 'interpolation'].includes(syntax.kind(child)));
    return dynamic ? null : stringValue(syntax.text(at));
  }
  if (kind === 'call_expression' || kind === 'call')
    return depth < MAX_DEPTH ? joinedText(syntax, at, depth) : null;
  if ((kind === 'binary_expression' || kind === 'binary_operator') && depth < MAX_DEPTH) {
    const [left, right] = [syntax.field(at, 'left'), syntax.field(at, 'right')];
    if (left === null || right === null || !/\+/.test(between(syntax, left, right, at))) return null;
    const [a, b] = [constantText(syntax, left, depth + 1), constantText(syntax, right, depth + 1)];
    return a === null || b === null ? null : a + b;
  }
  return null;
};

/** `['a', 'b'].join('')` and `''.join(['a', 'b'])`. */
const joinedText = (syntax: Syntax, call: Node, depth: number): string | null => {
  const [callee, list] = [syntax.field(call, 'function'), syntax.field(call, 'arguments')];
  const object = callee === null ? null : (syntax.field(callee, 'object') ?? null);
  const [argument] = list === null ? [] : syntax.children(list);
  if (callee === null || object === null || !syntax.text(callee).endsWith('.join')) return null;
  const isList = (node: Node | undefined): boolean =>
    node !== undefined && ['array', 'list', 'tuple'].includes(syntax.kind(node));
  const [pieces, glue] = isList(object) ? [object, argument] : [argument, object];
  if (pieces === undefined || !isList(pieces)) return null;
  const texts = syntax.children(pieces).map((piece) => constantText(syntax, piece, depth + 1));
  const between = glue === undefined ? ',' : constantText(syntax, glue, depth + 1);
  return between === null || texts.includes(null) ? null : texts.join(between);
};

const between = (syntax: Syntax, left: Node, right: Node, whole: Node): string =>
  syntax.text(whole).slice(syntax.end(left) - syntax.start(whole), syntax.start(right) - syntax.start(whole));

/** A literal in one spelling for all languages: `"a"`, `12`, `true`, `[1,2]`; null if it is not constant. */
export const constantOf = (syntax: Syntax, node: Node, depth = 0): string | null => {
  const at = unwrap(syntax, node);
  const kind = syntax.kind(at);
  const text = constantText(syntax, at);
  if (text !== null) return JSON.stringify(text);
  if (NUMBER_KINDS.has(kind)) return numberOf(syntax.text(at));
  const folded = depth < MAX_DEPTH ? foldedNumber(syntax, at, depth) : null;
  if (folded !== null) return folded;
  const word = WORDS.get(kind) ?? (kind === 'identifier' ? WORDS.get(syntax.text(at)) : undefined);
  if (word !== undefined) return word;
  if (kind === 'unary_expression' || kind === 'unary_operator') {
    const inner = syntax.children(at).find((child) => NUMBER_KINDS.has(syntax.kind(child)));
    return inner !== undefined && syntax.text(at).startsWith('-') ? `-${numberOf(syntax.text(inner))}` : null;
  }
  if (['array', 'list', 'tuple', 'set'].includes(kind) && depth < MAX_DEPTH) {
    const items = syntax
      .children(at)
      .filter((child) => syntax.kind(child) !== 'comment')
      .map((child) => constantOf(syntax, child, depth + 1));
    return items.includes(null) ? null : `[${items.join(',')}]`;
  }
  return kind === 'object' || kind === 'dictionary' ? constantObject(syntax, at, depth) : null;
};

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** `333 + 1`: a number that is spelled by a sum. */
const foldedNumber = (syntax: Syntax, at: Node, depth: number): string | null => {
  const kind = syntax.kind(at);
  if (kind !== 'binary_expression' && kind !== 'binary_operator') return null;
  const [left, right] = [syntax.field(at, 'left'), syntax.field(at, 'right')];
  if (left === null || right === null) return null;
  const operator = between(syntax, left, right, at).trim();
  if (!Object.hasOwn(ARITHMETIC, operator)) return null;
  const [a, b] = [left, right].map((side) => Number(constantOf(syntax, side, depth + 1) ?? Number.NaN));
  const value = ARITHMETIC[operator]!(a!, b!);
  return Number.isFinite(value) ? String(value) : null;
};

const constantObject = (syntax: Syntax, node: Node, depth: number): string | null => {
  if (depth >= MAX_DEPTH) return null;
  const members: string[] = [];
  for (const child of syntax.children(node)) {
    const [key, value] = [syntax.field(child, 'key'), syntax.field(child, 'value')];
    if (syntax.kind(child) === 'comment') continue;
    const constant = value === null ? null : constantOf(syntax, value, depth + 1);
    if (key === null || constant === null) return null;
    members.push(`${constantOf(syntax, key) ?? JSON.stringify(syntax.text(key))}:${constant}`);
  }
  return `{${members.join(',')}}`;
};

const numberOf = (written: string): string => {
  const value = Number(written.replaceAll('_', '').replace(/n$/, ''));
  return Number.isNaN(value) ? written : String(value);
};
