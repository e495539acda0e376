import type { CommentRules } from '../../../../core/languages/parts/comment-rules.ts';

/** Directives of linters and scanners, wherever they stand in a comment. */
const OBEYED_ANYWHERE =
  /\b(?:eslint-|nolint|nosonar|nopmd|noqa|nosec|nosemgrep|pylint: ?disable|type: ?ignore|pragma: ?no)/i;

const MARK = /^(?:\/\*|\/\/|#)/;

/** A comment that some tool obeys: to change it is to change how the program is treated. */
export const isDirective = ({ directive, wholeDirective, tags }: CommentRules, comment: string): boolean =>
  directive.test(comment.replace(MARK, '')) ||
  OBEYED_ANYWHERE.test(comment) ||
  (wholeDirective?.test(comment) ?? false) ||
  (tags?.test(comment) ?? false);
