export type JsonValues = {
  readonly values: readonly unknown[];
  /** False: something that began like JSON ended too early or is broken, so what was read may be a part. */
  readonly whole: boolean;
};

const parsed = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

/** `[` and `{` as JSON continues them; `[warn] …` in a log does not. */
const LOOKS_LIKE_JSON = /[[{](?=\s*(?:[\]{}["]|$))/y;

/** Index after the bracket that closes the one at `start`; -1 if the text ends first. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === 0x5c) at++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x7b || character === 0x5b) depth++;
    else if ((character === 0x7d || character === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
};

const nextLine = (text: string, from: number): number => {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
};

const firstInk = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++;
  return at;
};

/** JSON values that begin a line, in order, with the log lines around them skipped. Linear in the text. */
export const readJsonValues = (text: string): JsonValues => {
  const source = text.replace(/^\uFEFF/, '');
  const only = parsed(source);
  if (only !== null) return { values: typeof only.value === 'object' ? [only.value] : [], whole: true };
  const values: unknown[] = [];
  let at = 0;
  while ((at = firstInk(source, at)) < source.length) {
    LOOKS_LIKE_JSON.lastIndex = at;
    if (!LOOKS_LIKE_JSON.test(source)) {
      at = nextLine(source, at);
      continue;
    }
    const end = endOfValue(source, at);
    const found = end === -1 ? null : parsed(source.slice(at, end));
    if (found === null) return { values, whole: false };
    values.push(found.value);
    at = end;
  }
  return { values, whole: true };
};
