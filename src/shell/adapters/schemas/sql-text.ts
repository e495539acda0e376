const DOLLAR_TAG = /\$[A-Za-z_0-9]*\$/y;

/** Where the quoted or commented piece that begins at `at` ends; -1 if it never does; `at` if none begins. */
const endOfPiece = (text: string, at: number): number => {
  const char = text[at];
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? -1 : found + mark.length;
  };
  if (char === "'" || char === '"' || char === '`') return after(char, at + 1);
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (text.startsWith('/*', at)) return after('*/', at + 2);
  if (char !== '$') return at;
  DOLLAR_TAG.lastIndex = at;
  const [tag] = DOLLAR_TAG.exec(text) ?? [];
  return tag === undefined ? at : after(tag, at + tag.length);
};

/** Errors in every dialect of SQL: unclosed quotes, comments and brackets. */
export const sqlFaults = (text: string): readonly string[] => {
  const open: number[] = [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    if (end < 0)
      return [`a quote or comment on line ${lineOf(at)} is never closed: ${text.slice(at, at + 2).trim()}`];
    if (end > at) {
      at = end;
      continue;
    }
    if (text[at] === '(') open.push(at);
    else if (text[at] === ')' && open.pop() === undefined)
      return [`a bracket on line ${lineOf(at)} closes nothing`];
    else if (text[at] === ';' && open.length > 0)
      return [`a statement ends on line ${lineOf(at)} within brackets`];
    at += 1;
  }
  const [left] = open;
  return left === undefined ? [] : [`a bracket on line ${lineOf(left)} is never closed`];
};
