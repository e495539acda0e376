import type { Tree } from 'web-tree-sitter';
import type { CommentRules } from '../../../../core/languages/parts/comment-rules.ts';

const SPACE_BEFORE = /^[ \t]+/;

const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(0, end);
};

/** How JSX treats text: white space around line ends is layout, within a line it is content. */
const jsxTextValue = (text: string): string => {
  const lines = text.split('\n');
  return lines
    .map((line, at) => (at === 0 ? line : line.replace(SPACE_BEFORE, '')))
    .map((line, at) => (at === lines.length - 1 ? line : trimEnd(line)))
    .filter((line) => line !== '')
    .join(' ');
};

/** Directives of linters and scanners, anywhere in a comment. */
const OBEYED_ANYWHERE =
  /\b(?:eslint-|nolint|nosonar|nopmd|noqa|nosec|nosemgrep|pylint: ?disable|type: ?ignore|pragma: ?no)/i;

const MARK = /^(?:\/\*|\/\/|#)/;

/** A comment that some tool obeys: changing it changes how the program is treated. */
const isDirective = ({ directive, wholeDirective, tags }: CommentRules, comment: string): boolean =>
  directive.test(comment.replace(MARK, '')) ||
  OBEYED_ANYWHERE.test(comment) ||
  (wholeDirective?.test(comment) ?? false) ||
  (tags?.test(comment) ?? false);

export type Tokens = {
  /** Node kinds with their nesting, and the text of every leaf; layout left out. */
  readonly code: readonly string[];
  readonly comments: readonly string[];
};

const COMMENTS = new Set(['comment', 'line_comment', 'block_comment', 'html_comment']);

/** Compared as written: white space within them may be part of a value. */
const VERBATIM = new Set([
  'string',
  'template_string',
  'regex',
  'string_literal',
  'raw_string_literal',
  'interpreted_string_literal',
  'char_literal',
  'rune_literal',
  'character_literal',
  'token_tree',
  'heredoc_body',
  'subshell',
  'delimited_symbol',
  'uninterpreted',
]);

/** `x[1,]` is not `x[1]`, nor `(A,)` always `(A)`; elsewhere a comma after the last element is meaningless. */
const COMMA_MATTERS_IN = new Set(['subscript', 'tuple_type', 'tuple_pattern', 'type_parameter']);

const CLOSING = new Set([')', ']', '}', '>']);
const NOT_AN_ELEMENT = new Set(['(', '[', '{', '<', ',']);

const enter = (kind: string): string => `\u0001${kind}`;
const LEAVE = '\u0002';

/** In order and without recursion: hostile trees are deep. */
export const readTokens = (tree: Tree, source: string, rules: CommentRules): Tokens => {
  const code: string[] = [];
  const comments: string[] = [];
  const open: string[] = [];
  const cursor = tree.walk();
  let readTo = 0;
  const take = (): string => {
    const text = source.slice(cursor.startIndex, cursor.endIndex);
    pushFilled(code, source.slice(readTo, cursor.startIndex).trim());
    readTo = Math.max(readTo, cursor.endIndex);
    return text;
  };
  const visit = (): boolean => {
    const kind = cursor.nodeType;
    if (COMMENTS.has(kind)) {
      const text = take();
      (isDirective(rules, text) ? code : comments).push(trimLines(text));
    } else if (VERBATIM.has(kind)) code.push(`${kind} ${take()}`);
    else if (kind === 'jsx_text') pushFilled(code, jsxTextValue(take()));
    else if (kind === 'line_continuation') take();
    else if (cursor.gotoFirstChild()) {
      open.push(kind);
      code.push(enter(kind));
      return true;
    } else {
      const text = take().trim();
      const parent = open.at(-1) ?? '';
      if (CLOSING.has(text) && !COMMA_MATTERS_IN.has(parent)) dropIdleComma(code);
      const isLayout = text === ';' && rules.semicolonIsLayoutIn?.has(parent) === true;
      if (!isLayout) pushFilled(code, text);
    }
    return false;
  };
  const goOn = (): boolean => {
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return false;
      open.pop();
      code.push(LEAVE);
    }
    return true;
  };
  try {
    while (visit() || goOn());
  } finally {
    cursor.delete();
  }
  return { code, comments };
};

const pushFilled = (into: string[], text: string): void => {
  if (text !== '') into.push(text);
};

/** Never an elision: `[a,,]` is longer than `[a,]`. */
const dropIdleComma = (code: string[]): void => {
  if (code.at(-1) === ',' && !NOT_AN_ELEMENT.has(code.at(-2) ?? '(')) code.pop();
};

const trimLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
