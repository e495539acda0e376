import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const rubyComments: CommentRules = {
  directive:
    /^(?:!|\s*(?:rubocop:|standard:|reek:|steep:|typed:|:nocov:|-\*-|vim?\s*:|(?:frozen_string_literal|(?:en)?coding|warn_indent|shareable_constant_value)\s*:))/,
};

export const rubySuppressions: SuppressionRules = {
  blanket: /^\s*(?:(?:rubocop|standard):(?:disable|todo)\s+all\b|typed:\s*ignore\b)/,
  line: /^\s*(?:(?:rubocop|standard):(?:disable|todo)\b|reek:|steep:ignore\b|:nocov:|nosemgrep\b)/,
  tool: /(rubocop|standard|reek|steep|nocov|nosemgrep)/,
  namesFinding: /:(?:disable|todo)\s+[A-Z]\w*|reek:\w|steep:ignore\s+\w|nocov/,
  coverage: /^nocov$/,
};
