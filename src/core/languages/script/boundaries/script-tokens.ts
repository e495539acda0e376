/** A piece of a script: as much of its grammar as data needs. */
export type ScriptToken = {
  readonly kind: 'string' | 'number' | 'word' | 'mark' | 'opaque';
  /** A string's value; else as written. */
  readonly text: string;
  /** First on its line. */
  readonly fresh: boolean;
};

const SPACE = /\s+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /\d[\w.]*(?:(?<=[eE])[+-]\d+)?/y;
const MARK = /\.\.\.|=>|[^]/y;
const REGEX = /^\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/;
/** A longer match is not a regular expression. */
const LONGEST_REGEX = 1_000;
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'new', 'void']);
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

const unescape = (body: string): string =>
  body.replaceAll(/\\(u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^])/g, (_, escaped: string) => {
    if (escaped.length === 1) return Object.hasOwn(ESCAPES, escaped) ? (ESCAPES[escaped] ?? '') : escaped;
    const code = Number.parseInt(escaped.replaceAll(/[ux{}]/g, ''), 16);
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });

/** The position after a string's closing quote; -1 if it never ends. */
const stringEnd = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === text[start]) return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return -1;
};

/** The end of a template, and whether it has substitutions; null if it never ends. */
const templateEnd = (
  text: string,
  start: number,
): { readonly end: number; readonly plain: boolean } | null => {
  const open = ['`'];
  let plain = true;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (open.at(-1) === '`') {
      if (char === '`') open.pop();
      else if (char === '$' && text[at + 1] === '{') {
        plain = false;
        open.push('{');
        at += 1;
      }
    } else if (char === '`' || char === '{') open.push(char);
    else if (char === '}') open.pop();
    if (open.length === 0) return { end: at + 1, plain };
  }
  return null;
};

const startsRegex = (last: ScriptToken | undefined): boolean => {
  if (last === undefined) return true;
  if (last.kind === 'word') return BEFORE_REGEX.has(last.text);
  return last.kind === 'mark' && !')]}'.includes(last.text);
};

/** Every token in linear time; null if a string, a template or a comment never ends. */
export const scriptTokens = (text: string): readonly ScriptToken[] | null => {
  const tokens: ScriptToken[] = [];
  let [at, fresh] = [0, true];
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  while (at < text.length) {
    const block = text.startsWith('/*', at) ? text.indexOf('*/', at + 2) + 2 : 0;
    if (block === 1) return null;
    const gap = block > 0 ? text.slice(at, block) : (match(SPACE) ?? match(LINE_COMMENT));
    if (gap !== null) {
      fresh ||= gap.includes('\n');
      at += gap.length;
      continue;
    }
    const add = (kind: ScriptToken['kind'], value: string, length: number): void => {
      tokens.push({ kind, text: value, fresh });
      at += length;
      fresh = false;
    };
    const char = text[at] ?? '';
    if (char === '"' || char === "'") {
      const end = stringEnd(text, at);
      if (end < 0) return null;
      add('string', unescape(text.slice(at + 1, end - 1)), end - at);
    } else if (char === '`') {
      const found = templateEnd(text, at);
      if (found === null) return null;
      const body = text.slice(at + 1, found.end - 1);
      add(found.plain ? 'string' : 'opaque', found.plain ? unescape(body) : '', found.end - at);
    } else {
      const regex =
        char === '/' && startsRegex(tokens.at(-1))
          ? (REGEX.exec(text.slice(at, at + LONGEST_REGEX))?.[0] ?? null)
          : null;
      const [word, number] = [match(WORD), match(NUMBER)];
      const found = regex ?? word ?? number ?? match(MARK) ?? char;
      add(regex ? 'opaque' : word ? 'word' : number ? 'number' : 'mark', found, found.length);
    }
  }
  return tokens;
};
