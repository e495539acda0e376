import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const scriptComments: CommentRules = {
  directive:
    /^[\s*/]*(?:@(?:ts-|jsx|flow|noflow|jest-|vitest-|vite-|preserve|formatter:)|[#@]__|[#@] ?source|eslint|oxlint|biome-|prettier-|tslint|jshint|jslint|istanbul|[cv]8 |node:coverage|webpack|deno-|stylelint|turbopack|<reference|<amd|noinspection|cspell)/,
  wholeDirective: /^\/\*\s*(?:globals?|exported)\s/,
  /** The TypeScript compiler checks the types in documentation comments. */
  tags: /@(?:type|typedef|param|returns?|template|callback|property|prop|import|satisfies|extends|implements|enum|this|overload|deprecated)\b/,
};

export const scriptSuppressions: SuppressionRules = {
  blanket:
    /^[\s*]*(?:(?:eslint-disable|oxlint-disable)\s*(?:\*\/)?$|@ts-nocheck\b|biome-ignore-all\s+lint\s*:|tslint:disable\s*(?:\*\/)?$|deno-lint-ignore-file\s*$|(?:istanbul|c8|v8) ignore file\b)/,
  line: /^[\s*]*(?:eslint-disable(?:-next-line|-line)?\b|eslint\s+[\w/@-]+\s*:\s*["'[]*(?:0|off)|oxlint-disable(?:-next-line|-line)?\b|biome-ignore\b|@ts-(?:ignore|expect-error)\b|tslint:disable|jshint\s+ignore|jslint\s+ignore|deno-lint-ignore\b|(?:istanbul|c8|v8) ignore\b|node:coverage (?:ignore|disable)|\$Flow(?:FixMe|Ignore)|NOSONAR\b|nosemgrep\b)/,
  tool: /(eslint|oxlint|biome|@ts|tslint|jshint|jslint|deno-lint|istanbul|[cv]8|node:coverage|\$Flow|NOSONAR|nosemgrep)/,
  namesFinding:
    /disable(?:-next-line|-line)?\s+[\w@]|eslint\s+[\w/@-]+\s*:|biome-ignore\s+\w+\/\w+|@ts-expect-error\s+\S|ignore\s*\[|\(\s*["'\w]|(?:istanbul|[cv]8) ignore|coverage/,
  coverage: /^(?:istanbul|[cv]8|node:coverage)$/,
};
