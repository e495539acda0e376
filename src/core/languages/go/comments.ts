import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const goComments: CommentRules = {
  directive:
    /^(?:go:|export |line |lint:|extern |#cgo|\s*(?:\+build|#nosec|revive:|Code generated|Deprecated:))/,
  /** cgo compiles the comment above `import "C"`; `go test` compares what follows `// Output:`. */
  filesReadWhole: /^[ \t]*import[ \t]+"C"|^[ \t]*"C"$|\/\/[ \t]*(?:Unordered output|Output):/im,
  semicolonIsLayoutIn: new Set([
    'source_file',
    'block',
    'statement_list',
    'import_spec_list',
    'var_spec_list',
    'const_declaration',
    'type_declaration',
    'field_declaration_list',
    'interface_type',
  ]),
};

export const goSuppressions: SuppressionRules = {
  blanket: /^\s*lint:file-ignore\b/,
  line: /^\s*(?:nolint\b|lint:ignore\b|#nosec\b|nosemgrep\b)/,
  tool: /(nosemgrep|nosec|nolint|lint:ignore)/,
  namesFinding: /ignore\s*\[|nolint\s*:\s*\w|lint:ignore\s+\w|\(\s*["'\w]/,
};
