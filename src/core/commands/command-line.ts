/** One word of a command: as written, and as the shell would pass it on (variables left unexpanded). */
export type Word = { readonly raw: string; readonly text: string };
export type Segment = readonly Word[];

const MAX_LENGTH = 16_384;
const FORBIDDEN = new Set(['|', ';', '(', ')', '<', '>', '`', '\n', '\r', '\0']);
const BLANK = new Set([' ', '\t']);
const RESERVED = new Set([
  'if',
  'for',
  'while',
  'until',
  'case',
  'function',
  '{',
  '}',
  '!',
  'eval',
  'exec',
  '.',
]);

export const word = (raw: string): Word => ({ raw, text: raw });

/** Flags that take tests in another order, in a command that a tool was asked with before. */
const ASKED_ORDER = / \$\{HYDRA_ORDER:\+[^}]*\}/g;

/** Splits `a x && b y`. Null: more shell than can be changed safely (pipes, lists, subshells, redirections). */
export const parseCommandLine = (written: string): readonly Segment[] | null => {
  if (written.length > MAX_LENGTH) return null;
  const command = written.replaceAll(ASKED_ORDER, '');
  const segments: Word[][] = [[]];
  let at = 0;
  while (at < command.length) {
    if (BLANK.has(command[at]!)) at += 1;
    else if (command.startsWith('&&', at)) {
      segments.push([]);
      at += 2;
    } else {
      const read = readWord(command, at);
      if (read === null) return null;
      segments.at(-1)!.push(read.word);
      at = read.end;
    }
  }
  return segments.every((words) => words.length > 0 && !RESERVED.has(words[0]!.raw)) ? segments : null;
};

export const renderCommandLine = (segments: readonly Segment[]): string =>
  segments.map((words) => words.map(({ raw }) => raw).join(' ')).join(' && ');

const readWord = (command: string, start: number): { word: Word; end: number } | null => {
  if (command[start] === '#') return null;
  let text = '';
  let at = start;
  while (at < command.length && !BLANK.has(command[at]!) && command[at] !== '&') {
    const piece = readPiece(command, at);
    if (piece === null) return null;
    text += piece.text;
    at = piece.end;
  }
  return at === start ? null : { word: { raw: command.slice(start, at), text }, end: at };
};

const readPiece = (command: string, at: number): { text: string; end: number } | null => {
  const char = command[at]!;
  if (FORBIDDEN.has(char) || command.startsWith('$(', at)) return null;
  if (char === "'") {
    const end = command.indexOf("'", at + 1);
    return end < 0 ? null : { text: command.slice(at + 1, end), end: end + 1 };
  }
  if (char === '"') return readDoubleQuoted(command, at + 1);
  if (char === '\\') return at + 1 < command.length ? { text: command[at + 1]!, end: at + 2 } : null;
  return { text: char, end: at + 1 };
};

const readDoubleQuoted = (command: string, start: number): { text: string; end: number } | null => {
  let text = '';
  for (let at = start; at < command.length; at += 1) {
    const char = command[at]!;
    if (char === '"') return { text, end: at + 1 };
    if (char === '`' || command.startsWith('$(', at)) return null;
    if (char === '\\' && '"\\$`'.includes(command[at + 1] ?? ' ')) at += 1;
    text += command[at];
  }
  return null;
};
