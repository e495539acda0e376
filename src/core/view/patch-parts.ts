import type { DiffFileView } from '../domain/window/diff-view.ts';

/** One file's part of a patch that git wrote. */
export type PatchPart = Pick<DiffFileView, 'path' | 'oldPath' | 'change' | 'kind' | 'added' | 'removed'> & {
  readonly text: string;
  readonly lines: number;
};

const HEADER = 'diff --git ';
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
const utf8 = new TextEncoder();
const decoder = new TextDecoder();

/** Undoes git's C quoting, in which every byte that is not ASCII is three octal digits. */
const unquote = (quoted: string): string => {
  const bytes: number[] = [];
  for (let at = 0; at < quoted.length; at += 1) {
    if (quoted[at] !== '\\') {
      const point = quoted.codePointAt(at) ?? 0;
      const character = String.fromCodePoint(point);
      bytes.push(...utf8.encode(character));
      at += character.length - 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(quoted.slice(at + 1, at + 4))?.[0];
    const letter = quoted[at + 1] ?? '';
    bytes.push(octal === undefined ? (ESCAPES[letter] ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8));
    at += octal === undefined ? 1 : 3;
  }
  return decoder.decode(new Uint8Array(bytes));
};

/** The path in a `---`, `+++`, `rename` or `copy` line, without `a/` or `b/`. Null: there is none. */
const pathIn = (text: string, prefixed: boolean): string | null => {
  const named = text.startsWith('"')
    ? unquote(text.slice(1, text.lastIndexOf('"')))
    : text.replace(/\t$/, '');
  if (named === '/dev/null') return null;
  return prefixed ? named.slice(2) : named;
};

/** Without other lines the header names the same path twice. */
const pathOfHeader = (header: string): string => {
  const names = header.slice(HEADER.length);
  if (names.startsWith('"')) return unquote(names.slice(3, names.indexOf('" ', 1)));
  return names.slice(2, Math.floor(names.length / 2));
};

type Open = { -readonly [K in keyof Omit<PatchPart, 'text' | 'lines'>]: PatchPart[K] };

const kindOf = (mode: string): PatchPart['kind'] | null =>
  mode.startsWith('120') ? 'symlink' : mode.startsWith('160') ? 'submodule' : null;

const readHead = (part: Open, line: string): void => {
  const rest = (start: string): string | null => (line.startsWith(start) ? line.slice(start.length) : null);
  const mode = rest('new file mode ') ?? rest('deleted file mode ') ?? rest('new mode ') ?? '';
  part.kind =
    kindOf(mode) ?? (/^index \S+ 1[26]0000$/.test(line) ? (kindOf(line.slice(-6)) ?? part.kind) : part.kind);
  if (line.startsWith('new file mode ')) part.change = 'added';
  if (line.startsWith('deleted file mode ')) part.change = 'deleted';
  const from = rest('rename from ') ?? rest('copy from ');
  if (from !== null) {
    part.change = line.startsWith('rename') ? 'renamed' : 'copied';
    part.oldPath = pathIn(from, false);
  }
  const to = rest('rename to ') ?? rest('copy to ');
  if (to !== null) part.path = pathIn(to, false) ?? part.path;
  const [before, after] = [rest('--- '), rest('+++ ')];
  if (before !== null && part.change === 'deleted') part.path = pathIn(before, true) ?? part.path;
  if (after !== null) part.path = pathIn(after, true) ?? part.path;
  if (line === 'GIT binary patch' || line.startsWith('Binary files ')) part.kind = 'binary';
};

const readPart = (lines: readonly string[]): PatchPart => {
  const part: Open = {
    path: pathOfHeader(lines[0] ?? ''),
    oldPath: null,
    change: 'modified',
    kind: 'text',
    added: 0,
    removed: 0,
  };
  let inHunk = false;
  for (const line of lines.slice(1)) {
    if (line.startsWith('@@ ')) inHunk = true;
    else if (!inHunk) readHead(part, line);
    else if (line.startsWith('+')) part.added += 1;
    else if (line.startsWith('-')) part.removed += 1;
    if (part.kind === 'binary') break;
  }
  return { ...part, text: `${lines.join('\n')}\n`, lines: lines.length };
};

/** The files of a patch that git wrote: inside a hunk no line begins with `diff`, every line has its sign. */
export const patchParts = (patch: string): readonly PatchPart[] => {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const starts = lines.flatMap((line, at) => (line.startsWith(HEADER) ? [at] : []));
  return starts.map((start, at) => readPart(lines.slice(start, starts[at + 1] ?? lines.length)));
};
