const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Characters between the marks, in a file, a diff or an escaped string; never a quote. */
const BODY = /[A-Za-z0-9+/=\s:,.]/;
/** A line break in a string literal, however often it was escaped. */
const ESCAPED = /\\{1,8}[nrt]/y;
const DASHES = '-----';
const MAX_BODY = 65_536;

/** The body ends at the end mark, or at the first character that no key contains. */
const endOfBody = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + MAX_BODY);
  let at = from;
  while (at < limit) {
    if (text.startsWith(DASHES, at)) return at;
    ESCAPED.lastIndex = at;
    const escaped = text[at] === '\\' ? ESCAPED.exec(text) : null;
    // A single dash is a removed line of a diff, or part of a header.
    if (escaped === null && text[at] !== '-' && !BODY.test(text[at] as string)) return at;
    at += escaped?.[0].length ?? 1;
  }
  return at;
};

/** The marks stay, so that readers know what was there. */
export const maskPrivateKeys = (text: string): { readonly text: string; readonly masked: number } => {
  if (!text.includes('PRIVATE KEY')) return { text, masked: 0 };
  const parts: string[] = [];
  let [done, masked] = [0, 0];
  for (const found of text.matchAll(BEGIN)) {
    const from = found.index + found[0].length;
    if (found.index < done) continue;
    const end = endOfBody(text, from);
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(from, end))) continue;
    parts.push(text.slice(done, from), '[masked private key]');
    masked += 1;
    done = end;
  }
  return masked === 0 ? { text, masked } : { text: parts.join('') + text.slice(done), masked };
};
