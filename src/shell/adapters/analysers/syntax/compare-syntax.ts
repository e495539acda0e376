import type { Parser } from 'web-tree-sitter';
import type { SyntaxDifference } from '../../../ports/code-analysis.ts';
import type { CommentRules } from '../../../../core/languages/parts/comment-rules.ts';
import { readTokens, type Tokens } from './read-tokens.ts';

const CARRIAGE_RETURN = /\r\n?/g;

const tokensOf = (parser: Parser, source: string, rules: CommentRules): Tokens | null => {
  const tree = parser.parse(source);
  if (!tree) return null;
  try {
    return tree.rootNode.hasError ? null : readTokens(tree, source, rules);
  } finally {
    tree.delete();
    parser.reset();
  }
};

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** Every language here treats a carriage return as part of its line end, even in strings. */
export const compareSyntax = (
  parser: Parser,
  rules: CommentRules,
  before: string,
  after: string,
): SyntaxDifference => {
  const [old, now] = [before, after].map((text) =>
    tokensOf(parser, text.replaceAll(CARRIAGE_RETURN, '\n'), rules),
  );
  if (!old || !now) return 'unparsed';
  if (!equal(old.code, now.code)) return 'code';
  if (equal(old.comments, now.comments)) return 'none';
  const isReadWhole = [before, after].some((text) => rules.filesReadWhole?.test(text));
  return isReadWhole ? 'code' : 'comments';
};
