import { parseShallowJson } from './shallow-json.ts';

/** Characters read in all: a text of nothing but braces must not take quadratic time. */
const WORK_LIMIT = 2_000_000;
const BRACE_OPENS = 1;
const BRACE_CLOSES = -1;

/** Index after the brace that closes the one at `start`, skipping strings; or the text's end and `closed: false`. */
const findClose = (text: string, start: number): { readonly end: number; readonly closed: boolean } => {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
      continue;
    }
    if (char === '"') inString = true;
    depth += char === '{' ? BRACE_OPENS : char === '}' ? BRACE_CLOSES : 0;
    if (depth === 0) return { end: at + 1, closed: true };
  }
  return { end: text.length, closed: false };
};

const parseObject = (text: string): object | null => {
  const value = parseShallowJson(text)?.value;
  return typeof value === 'object' ? value : null;
};

export type ObjectSearch =
  | { readonly found: object }
  /** `too-much`: the text is too tangled to search. */
  | 'none'
  | 'too-much';

/** The first balanced JSON object in a text that has a member of this name. */
export const findObjectWith = (text: string, member: string): ObjectSearch => {
  const found = findObjectsWith(text, member, 1);
  return typeof found === 'string' ? found : { found: found[0] as object };
};

/** The same for up to `most` objects, none inside another. */
export const findObjectsWith = (
  text: string,
  member: string,
  most: number,
): readonly object[] | 'none' | 'too-much' => {
  const found: object[] = [];
  let work = 0;
  for (let start = text.indexOf('{'); start !== -1 && found.length < most;) {
    const { end, closed } = findClose(text, start);
    work += end - start;
    if (work > WORK_LIMIT) return 'too-much';
    const value = closed ? parseObject(text.slice(start, end)) : null;
    const fits = value !== null && Object.hasOwn(value, member);
    if (fits) found.push(value);
    start = text.indexOf('{', fits ? end : start + 1);
  }
  return found.length === 0 ? 'none' : found;
};
