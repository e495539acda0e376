import type { GrammarName } from './grammar-for.ts';

type Family = 'script' | 'python' | 'go' | 'rust' | 'java';

/** What a compiler, checker, linter, coverage tool or bundler reads at the start of a comment, after its mark. */
const OBEYED: Readonly<Record<Family, RegExp>> = {
  script:
    /^[\s*/]*(?:@(?:ts-|jsx|flow|noflow|jest-|vitest-|vite-|preserve|formatter:)|[#@]__|[#@] ?source|eslint|oxlint|biome-|prettier-|tslint|jshint|jslint|istanbul|[cv]8 |node:coverage|webpack|deno-|stylelint|turbopack|<reference|<amd|noinspection|cspell)/,
  python:
    /^(?:!|\s*(?:type|mypy|pyright|pytype|pylint|ruff|fmt|yapf|isort|pragma|cython|distutils|doctest)\s*:|\s*(?:pyre-|flake8|-\*-|vim?\s*:|(?:en)?coding[:=]|\/\/\/|noinspection|autopep8))/,
  go: /^(?:go:|export |line |lint:|extern |#cgo|\s*(?:\+build|#nosec|revive:|Code generated|Deprecated:))/,
  // A documentation comment is an attribute of the item, and its examples are tests.
  rust: /^(?:[/!*]|\s*(?:noinspection|tarpaulin|grcov|LCOV_|SAFETY))/,
  java: /^[\s*]*(?:CHECKSTYLE|CSOFF|CSON|noinspection|@formatter:|\$NON-NLS|language=|spotless:)/,
};

const OBEYED_ANYWHERE =
  /\b(?:eslint-|nolint|nosonar|nopmd|noqa|nosec|nosemgrep|pylint: ?disable|type: ?ignore|pragma: ?no)/i;

const BLOCK_OF_NAMES = /^\/\*\s*(?:globals?|exported)\s/;

/** The TypeScript compiler checks the types in documentation comments; javac reads `@deprecated`. */
const TAGS: Readonly<Partial<Record<Family, RegExp>>> = {
  script:
    /@(?:type|typedef|param|returns?|template|callback|property|prop|import|satisfies|extends|implements|enum|this|overload|deprecated)\b/,
  java: /@deprecated\b/,
};

const FAMILY_OF: Readonly<Record<GrammarName, Family>> = {
  javascript: 'script',
  typescript: 'script',
  tsx: 'script',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
};

const MARK = /^(?:\/\*|\/\/|#)/;

/** A comment that some tool obeys: to change it is to change how the program is treated. */
export const isDirective = (grammar: GrammarName, comment: string): boolean => {
  const family = FAMILY_OF[grammar];
  return (
    OBEYED[family].test(comment.replace(MARK, '')) ||
    OBEYED_ANYWHERE.test(comment) ||
    (family === 'script' && BLOCK_OF_NAMES.test(comment)) ||
    (TAGS[family]?.test(comment) ?? false)
  );
};
