import { closes, isMark, opens, outline } from './script-outline.ts';
import { type ScriptToken, scriptTokens } from './script-tokens.ts';

const LONGEST_TEXT = 200_000;
const DEEPEST = 100;
/** Spreads and sums can double their operands repeatedly. */
const MOST_PARTS = 20_000;
const LONGEST_STRING = 20_000;
const STATEMENTS = new Set([
  'const',
  'let',
  'var',
  'export',
  'import',
  'module',
  'exports',
  'function',
  'class',
]);
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

type Read = { readonly value: unknown; readonly next: number };

const UNKNOWN = undefined;
/** The key that marks an object into which something unreadable was spread. */
export const SPREAD = '...';

const addUp = (left: unknown, right: unknown): unknown =>
  typeof left === 'string' && typeof right === 'string' && left.length + right.length <= LONGEST_STRING
    ? left + right
    : UNKNOWN;

type Script = {
  readonly tokens: readonly ScriptToken[];
  /** The position of each constant's value. */
  readonly constants: ReadonlyMap<string, number>;
  readonly known: Map<string, unknown>;
  /** The number of entries that spreads have inserted so far. */
  spent: number;
};

const startsStatement = (token: ScriptToken | undefined): boolean =>
  token?.fresh === true && token.kind === 'word' && STATEMENTS.has(token.text);

/** Skips everything that belongs to an unreadable expression. */
const skip = ({ tokens }: Script, from: number): number => {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (opens(token)) depth += 1;
    else if (closes(token)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && (isMark(token, ',') || isMark(token, ';'))) return at;
    else if (depth === 0 && at > from && startsStatement(token)) return at;
  }
  return tokens.length;
};

const constant = (script: Script, name: string, depth: number): unknown => {
  const { constants, known } = script;
  const at = constants.get(name);
  if (at === undefined || known.has(name)) return known.get(name);
  known.set(name, UNKNOWN);
  const { value } = expression(script, at, depth + 1);
  known.set(name, value);
  return value;
};

/** The position after a comma, or one further if nothing was read. */
const following = ({ tokens }: Script, at: number, next: number): number =>
  isMark(tokens[next], ',') || next === at ? next + 1 : next;

/** Values between brackets; an unreadable one leaves a hole. */
const list = (script: Script, from: number, end: string, depth: number): Read => {
  const { tokens } = script;
  const found: unknown[] = [];
  let at = from;
  while (at < tokens.length && !closes(tokens[at])) {
    const spread = isMark(tokens[at], SPREAD);
    const { value, next } = expression(script, spread ? at + 1 : at, depth + 1);
    const more = spread && Array.isArray(value) ? (value as readonly unknown[]) : [value];
    script.spent += more.length;
    if (script.spent <= MOST_PARTS) found.push(...more);
    at = following(script, at, next);
  }
  return { value: isMark(tokens[at], end) ? found : UNKNOWN, next: at + 1 };
};

/** One key and its value, or a spread; and the position to continue from. */
const property = (script: Script, at: number, depth: number, into: Map<string, unknown>): number => {
  const [key, then] = [script.tokens[at], script.tokens[at + 1]];
  if (isMark(key, SPREAD)) {
    const { value, next } = expression(script, at + 1, depth + 1);
    const isObject = typeof value === 'object' && !Array.isArray(value);
    for (const [name, each] of Object.entries(isObject ? (value ?? {}) : { [SPREAD]: UNKNOWN }))
      if ((script.spent += 1) <= MOST_PARTS) into.set(name, each);
    return next;
  }
  if (key === undefined || key.kind === 'mark' || key.kind === 'opaque') return skip(script, at);
  if (isMark(then, ':')) {
    const { value, next } = expression(script, at + 2, depth + 1);
    into.set(key.text, value);
    return next;
  }
  if (!isMark(then, ',') && !isMark(then, '}')) return skip(script, at);
  into.set(key.text, constant(script, key.text, depth));
  return at + 1;
};

const object = (script: Script, from: number, depth: number): Read => {
  const found = new Map<string, unknown>();
  let at = from;
  while (at < script.tokens.length && !closes(script.tokens[at]))
    at = following(script, at, property(script, at, depth, found));
  return { value: isMark(script.tokens[at], '}') ? Object.fromEntries(found) : UNKNOWN, next: at + 1 };
};

const primary = (script: Script, at: number, depth: number): Read => {
  const [token, then] = [script.tokens[at], script.tokens[at + 1]];
  const read = (value: unknown): Read => ({ value, next: at + 1 });
  if (token === undefined || depth > DEEPEST) return { value: UNKNOWN, next: skip(script, at) };
  if (token.kind === 'string') return read(token.text);
  if (token.kind === 'number') return read(Number(token.text));
  if (token.kind === 'word')
    return read(LITERALS.has(token.text) ? LITERALS.get(token.text) : constant(script, token.text, depth));
  if (isMark(token, '-') && then?.kind === 'number') return { value: -Number(then.text), next: at + 2 };
  if (isMark(token, '[')) return list(script, at + 1, ']', depth);
  if (isMark(token, '{')) return object(script, at + 1, depth);
  return { value: UNKNOWN, next: skip(script, at) };
};

/** Sums of strings, and calls, of which the arguments are kept: `defineConfig([…])`. */
const chain = (script: Script, from: number, depth: number): Read => {
  const { tokens } = script;
  let { value, next } = primary(script, from, depth);
  for (;;) {
    if (isMark(tokens[next], '+')) {
      const right = primary(script, next + 1, depth + 1);
      value = addUp(value, right.value);
      next = right.next;
    } else if (isMark(tokens[next], '.') && tokens[next + 1]?.kind === 'word') {
      value = UNKNOWN;
      next += 2;
    } else if (isMark(tokens[next], '(') && next > from) {
      const called = list(script, next + 1, ')', depth + 1);
      value = { arguments: called.value };
      next = called.next;
    } else return { value, next };
  }
};

const expression = (script: Script, from: number, depth: number): Read => {
  const { value, next } = chain(script, from, depth);
  const token = script.tokens[next];
  const over = closes(token) || isMark(token, ',') || isMark(token, ';') || startsStatement(token);
  if (token === undefined || over) return { value, next };
  const typed = token.kind === 'word' && (token.text === 'as' || token.text === 'satisfies');
  return { value: typed ? value : UNKNOWN, next: skip(script, next) };
};

/** The value of a configuration script that is plain data; nothing is run. `undefined`: it cannot be read. */
export const readScriptData = (text: string): unknown => {
  if (text.length > LONGEST_TEXT) return undefined;
  const tokens = scriptTokens(text);
  if (tokens === null) return undefined;
  const { constants, exported } = outline(tokens);
  const script = { tokens, constants, known: new Map<string, unknown>(), spent: 0 };
  return exported < 0 ? undefined : expression(script, exported, 0).value;
};
