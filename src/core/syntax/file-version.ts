import type { SyntaxNodes } from '../domain/source/syntax-nodes.ts';
import { splitLines } from '../text/split-lines.ts';
import { viewSyntax, type Syntax } from './syntax-view.ts';

export type Span = { readonly start: number; readonly end: number };

/** One side of a changed text file. */
export type FileVersion = {
  readonly text: string;
  readonly lines: readonly string[];
  /** Null if no grammar fits the file. */
  readonly syntax: Syntax | null;
  /** The text with comments and the content of strings blanked; of the same length. */
  readonly code: string;
  readonly comments: readonly Span[];
  readonly strings: readonly Span[];
  /** From 1. */
  lineAt(offset: number): number;
};

const COMMENTS = new Set(['comment', 'line_comment', 'block_comment', 'html_comment']);
const STRINGS = new Set([
  'string',
  'template_string',
  'string_literal',
  'raw_string_literal',
  'interpreted_string_literal',
  'char_literal',
  'rune_literal',
  'character_literal',
  'jsx_text',
  'regex',
  'heredoc_body',
]);
/** Code within a string. */
const SUBSTITUTIONS = new Set(['template_substitution', 'interpolation']);

const LINE_END = /\r\n|\n|\r/g;

export const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (const end of text.matchAll(LINE_END)) starts.push(end.index + end[0].length);
  return starts;
};

const lineOf = (starts: readonly number[], offset: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
};

type Marked = Pick<FileVersion, 'code' | 'comments' | 'strings'>;

const markTokens = (text: string, syntax: Syntax): Marked => {
  const [comments, strings]: [Span[], Span[]] = [[], []];
  const painter = openPainter(text.length);
  for (let node = 0; node < syntax.count; node++) {
    const kind = syntax.kind(node);
    const span = { start: syntax.start(node), end: syntax.end(node) };
    if (COMMENTS.has(kind)) comments.push(span);
    else if (STRINGS.has(kind)) strings.push(span);
    else if (!SUBSTITUTIONS.has(kind)) continue;
    painter.open(span, !SUBSTITUTIONS.has(kind));
  }
  return { code: blank(text, painter.finish()), comments, strings };
};

/** The innermost span decides; one pass, however deep they nest. */
const openPainter = (length: number) => {
  const hidden = new Uint8Array(length);
  const open: { readonly end: number; readonly hide: boolean }[] = [];
  let painted = 0;
  const paint = (to: number, hide: boolean): void => {
    if (hide && to > painted) hidden.fill(1, painted, to);
    painted = Math.max(painted, to);
  };
  const advance = (to: number): void => {
    for (let top = open.at(-1); top && top.end <= to; top = open.at(-1)) {
      paint(top.end, top.hide);
      open.pop();
    }
    paint(to, open.at(-1)?.hide ?? false);
  };
  return {
    open({ start, end }: Span, hide: boolean): void {
      advance(start);
      open.push({ end, hide });
    },
    finish(): Uint8Array {
      advance(length);
      return hidden;
    },
  };
};

const blank = (text: string, hidden: Uint8Array): string => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const hide = hidden[at];
    let end = at + 1;
    while (end < text.length && hidden[end] === hide) end++;
    const piece = text.slice(at, end);
    pieces.push(hide ? piece.replaceAll(/[^\r\n]/g, ' ') : piece);
    at = end;
  }
  return pieces.join('');
};

/** Without a grammar everything counts as code. */
export const openVersion = (text: string, nodes: SyntaxNodes | null): FileVersion => {
  const syntax = nodes && viewSyntax(nodes, text);
  const starts = lineStarts(text);
  return {
    text,
    lines: splitLines(text),
    syntax,
    ...(syntax ? markTokens(text, syntax) : { code: text, comments: [], strings: [] }),
    lineAt: (offset) => lineOf(starts, offset),
  };
};
