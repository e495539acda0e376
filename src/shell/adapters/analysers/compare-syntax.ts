import type { Parser } from 'web-tree-sitter';
import type { SyntaxDifference } from '../../ports/code-analysis.ts';
import type { GrammarName } from './grammar-for.ts';
import { readTokens, type Tokens } from './read-tokens.ts';

const CARRIAGE_RETURN = /\r\n?/g;

/** cgo compiles the comment above `import "C"`; `go test` compares what follows `// Output:`. */
const GO_READS_COMMENTS = /^[ \t]*import[ \t]+"C"|^[ \t]*"C"$|\/\/[ \t]*(?:Unordered output|Output):/im;

const tokensOf = (parser: Parser, source: string, grammar: GrammarName): Tokens | null => {
  const tree = parser.parse(source);
  if (!tree) return null;
  try {
    return tree.rootNode.hasError ? null : readTokens(tree, source, grammar);
  } finally {
    tree.delete();
    parser.reset();
  }
};

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** Every language here reads a carriage return as the line end that it belongs to, within strings too. */
export const compareSyntax = (
  parser: Parser,
  grammar: GrammarName,
  before: string,
  after: string,
): SyntaxDifference => {
  const [old, now] = [before, after].map((text) =>
    tokensOf(parser, text.replaceAll(CARRIAGE_RETURN, '\n'), grammar),
  );
  if (!old || !now) return 'unparsed';
  if (!equal(old.code, now.code)) return 'code';
  if (equal(old.comments, now.comments)) return 'none';
  const read = grammar === 'go' && (GO_READS_COMMENTS.test(before) || GO_READS_COMMENTS.test(after));
  return read ? 'code' : 'comments';
};
