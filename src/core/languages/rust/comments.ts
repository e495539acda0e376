import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const rustComments: CommentRules = {
  /** A documentation comment is an attribute of the item, and its examples are tests. */
  directive: /^(?:[/!*]|\s*(?:noinspection|tarpaulin|grcov|LCOV_|SAFETY))/,
};

export const rustSuppressions: SuppressionRules = {
  blanket: null,
  line: /^\s*(?:tarpaulin|grcov-excl|LCOV_EXCL)/,
  inCode: /#!?\[\s*(?:cfg_attr\s*\([^\]]{0,80},\s*)?allow\s*\([^\]]{0,200}\]/g,
  blanketInCode: /#!\[\s*allow\s*\(\s*(?:warnings|clippy::all|clippy::pedantic)\b/,
  tool: /(allow)/,
  namesFinding: /\(\s*["'\w]|coverage/,
};
