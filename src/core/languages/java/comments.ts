import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const javaComments: CommentRules = {
  directive: /^[\s*]*(?:CHECKSTYLE|CSOFF|CSON|noinspection|@formatter:|\$NON-NLS|language=|spotless:)/,
  /** javac reads `@deprecated`. */
  tags: /@deprecated\b/,
};

export const javaSuppressions: SuppressionRules = {
  blanket: null,
  line: /^[\s*]*(?:NOPMD\b|CHECKSTYLE[:.]?\s*OFF|CSOFF\b|NOSONAR\b|noinspection\b)/,
  inCode: /@SuppressWarnings\b(?:\s*\([^)]{0,200}\))?/g,
  tool: /(NOSONAR|SuppressWarnings|NOPMD|CHECKSTYLE|CSOFF|noinspection)/,
  namesFinding: /\(\s*["'\w]|noinspection\s+\w/,
};
