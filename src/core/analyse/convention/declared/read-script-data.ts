import { type ScriptToken, scriptTokens } from './script-tokens.ts';

const LONGEST_TEXT = 200_000;
const DEEPEST = 100;
/** Spreads and sums can double what they stand on again and again. */
const MOST_PARTS = 20_000;
const LONGEST_STRING = 20_000;
const LONGEST_TYPE = 20;
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
/** The key under which an object says that something unread was spread into it. */
export const SPREAD = '...';

const isMark = (token: ScriptToken | undefined, text: string): boolean =>
  token?.kind === 'mark' && token.text === text;

const opens = (token: ScriptToken | undefined): boolean =>
  token?.kind === 'mark' && '([{'.includes(token.text);
const closes = (token: ScriptToken | undefined): boolean =>
  token?.kind === 'mark' && ')]}'.includes(token.text);

const addUp = (left: unknown, right: unknown): unknown =>
  typeof left === 'string' && typeof right === 'string' && left.length + right.length <= LONGEST_STRING
    ? left + right
    : UNKNOWN;

/** Behind the next `=`: a type may stand between. */
const valueOf = (tokens: readonly ScriptToken[], from: number): number => {
  const ahead = tokens.slice(from, from + LONGEST_TYPE).findIndex((token) => isMark(token, '='));
  return ahead < 0 ? tokens.length : from + ahead + 1;
};

/** What stands behind `module.exports =` or `export default`, and each constant at the top. */
const outline = (tokens: readonly ScriptToken[]) => {
  const constants = new Map<string, number>();
  let [depth, exported] = [0, opens(tokens[0]) ? 0 : -1];
  tokens.forEach((token, at) => {
    const texts = [1, 2, 3].map((ahead) => tokens[at + ahead]?.text);
    if (depth === 0 && token.kind === 'word') {
      if (token.text === 'export' && texts[0] === 'default') exported = at + 2;
      if (token.text === 'module' && texts.join('') === '.exports=') exported = at + 4;
      if (token.text === 'const') constants.set(texts[0] ?? '', valueOf(tokens, at + 2));
    }
    if (opens(token)) depth += 1;
    else if (closes(token)) depth -= 1;
  });
  return { constants, exported };
};

const reader = (tokens: readonly ScriptToken[], constants: ReadonlyMap<string, number>) => {
  const known = new Map<string, unknown>();
  let parts = 0;

  /** Past everything that belongs to an expression nobody can read. */
  const skip = (from: number): number => {
    let depth = 0;
    for (let at = from; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (opens(token)) depth += 1;
      else if (closes(token)) {
        if (depth === 0) return at;
        depth -= 1;
      } else if (depth === 0 && (isMark(token, ',') || isMark(token, ';'))) return at;
      else if (
        depth === 0 &&
        at > from &&
        token?.fresh &&
        token.kind === 'word' &&
        STATEMENTS.has(token.text)
      )
        return at;
    }
    return tokens.length;
  };

  const constant = (name: string, depth: number): unknown => {
    const at = constants.get(name);
    if (at === undefined || known.has(name)) return known.get(name);
    known.set(name, UNKNOWN);
    const { value } = expression(at, depth + 1);
    known.set(name, value);
    return value;
  };

  /** Values between brackets; what nobody can read leaves a hole. */
  const list = (from: number, end: string, depth: number): Read => {
    const found: unknown[] = [];
    let at = from;
    while (at < tokens.length && !closes(tokens[at])) {
      const spread = isMark(tokens[at], SPREAD);
      const { value, next } = expression(spread ? at + 1 : at, depth + 1);
      const more = spread && Array.isArray(value) ? (value as readonly unknown[]) : [value];
      parts += more.length;
      if (parts <= MOST_PARTS) found.push(...more);
      at = isMark(tokens[next], ',') || next === at ? next + 1 : next;
    }
    return { value: isMark(tokens[at], end) ? found : UNKNOWN, next: at + 1 };
  };

  const object = (from: number, depth: number): Read => {
    const found = new Map<string, unknown>();
    let at = from;
    while (at < tokens.length && !closes(tokens[at])) {
      const [key, colon] = [tokens[at], tokens[at + 1]];
      const named = key !== undefined && key.kind !== 'mark' && key.kind !== 'opaque';
      let next = at;
      if (isMark(key, SPREAD)) {
        const read = expression(at + 1, depth + 1);
        next = read.next;
        const told = typeof read.value === 'object' && !Array.isArray(read.value);
        const more = told ? (read.value ?? {}) : { [SPREAD]: UNKNOWN };
        for (const [name, value] of Object.entries(more))
          if ((parts += 1) <= MOST_PARTS) found.set(name, value);
      } else if (named && isMark(colon, ':')) {
        const read = expression(at + 2, depth + 1);
        next = read.next;
        found.set(key.text, read.value);
      } else if (named && (isMark(colon, ',') || isMark(colon, '}'))) {
        found.set(key.text, constant(key.text, depth));
        next = at + 1;
      } else next = skip(at);
      at = isMark(tokens[next], ',') || next === at ? next + 1 : next;
    }
    return { value: isMark(tokens[at], '}') ? Object.fromEntries(found) : UNKNOWN, next: at + 1 };
  };

  const primary = (at: number, depth: number): Read => {
    const token = tokens[at];
    const known = (value: unknown): Read => ({ value, next: at + 1 });
    if (token === undefined || depth > DEEPEST) return { value: UNKNOWN, next: skip(at) };
    if (token.kind === 'string') return known(token.text);
    if (token.kind === 'number') return known(Number(token.text));
    if (token.kind === 'word')
      return known(LITERALS.has(token.text) ? LITERALS.get(token.text) : constant(token.text, depth));
    if (isMark(token, '-') && tokens[at + 1]?.kind === 'number')
      return { value: -Number(tokens[at + 1]?.text), next: at + 2 };
    if (isMark(token, '[')) return list(at + 1, ']', depth);
    if (isMark(token, '{')) return object(at + 1, depth);
    return { value: UNKNOWN, next: skip(at) };
  };

  /** Sums of strings, and calls, of which the arguments are kept: `defineConfig([…])`. */
  const expression = (from: number, depth: number): Read => {
    let { value, next } = primary(from, depth);
    for (;;) {
      const token = tokens[next];
      if (isMark(token, '+')) {
        const right = primary(next + 1, depth + 1);
        value = addUp(value, right.value);
        next = right.next;
      } else if (isMark(token, '.') && tokens[next + 1]?.kind === 'word') {
        value = UNKNOWN;
        next += 2;
      } else if (isMark(token, '(') && next > from) {
        const read = list(next + 1, ')', depth + 1);
        value = { arguments: read.value };
        next = read.next;
      } else break;
    }
    const token = tokens[next];
    const over =
      token === undefined ||
      closes(token) ||
      isMark(token, ',') ||
      isMark(token, ';') ||
      (token.fresh && token.kind === 'word' && STATEMENTS.has(token.text));
    if (over) return { value, next };
    const typed = token.kind === 'word' && (token.text === 'as' || token.text === 'satisfies');
    return { value: typed ? value : UNKNOWN, next: skip(next) };
  };

  return expression;
};

/** What a configuration gives that is a script and yet says plain data; nothing is run. `undefined`: it is not told. */
export const readScriptData = (text: string): unknown => {
  if (text.length > LONGEST_TEXT) return undefined;
  const tokens = scriptTokens(text);
  if (tokens === null) return undefined;
  const { constants, exported } = outline(tokens);
  return exported < 0 ? undefined : reader(tokens, constants)(exported, 0).value;
};
