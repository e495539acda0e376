import { constantOf, unwrap } from '../../../syntax/literals.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { answerIn, computes, FUNCTIONS } from './literal-branches.ts';

/** A condition that singles out an input without naming it. */
export type DisguisedBranch = {
  /** `checksum`: of the input; `sum`: arithmetic over several inputs; `shape`: its length together with a part of it. */
  readonly by: 'checksum' | 'sum' | 'shape';
  /** The returned literal; null: a computed value. */
  readonly answer: string | null;
  readonly offset: number;
  readonly text: string;
};

const CONDITIONALS = new Set(['if_statement', 'elif_clause', 'ternary_expression', 'conditional_expression']);
const COMPARISONS = new Set(['binary_expression', 'comparison_operator']);
const ARITHMETIC = new Set(['binary_expression', 'binary_operator']);
const NAMES = new Set(['identifier']);
const EQUALITY = new Set(['===', '==']);
const OPERATOR = /^\s*(?:[-+*^]|<<|>>)\s*$/;
/** A checksum of an input: only one input can match a literal. */
const CHECKSUM =
  /(?<![\w$])(?:hash|md5|sha1|sha224|sha256|sha384|sha512|crc32|adler32|createHash|hexdigest|digest|checksum|hash_?code|fnv1a|murmur\w{0,12}|djb2|blake2[bs])\s*\(/i;
const BOUND_CHECKSUM = /(?<![\w$])(\w{1,60})\s*=\s*[^=;\n][^;\n]{0,160}/g;
const LENGTH = /\.length$|^len\s*\(|\.size$/;
const PART = /\[\s*-?\d+\s*\]$|\.(?:charAt|at|charCodeAt|codePointAt)\s*\(\s*-?\d+\s*\)$|^ord\s*\(/;
const MAX_TEXT = 400;
const MAX_BRANCHES = 2_000;
const SMALLEST_SUM = 100;

type Equality = { readonly asked: Node; readonly text: string; readonly literal: string };

const equalitiesIn = (syntax: Syntax, condition: Node): readonly Equality[] =>
  syntax
    .find(COMPARISONS, condition)
    .slice(0, 40)
    .flatMap((node) => {
      const operands = syntax.children(node);
      if (
        !operands.some((operand) => EQUALITY.has(syntax.text(operand))) &&
        !hasOperator(syntax, node, operands)
      )
        return [];
      const sides = operands.filter((operand) => !EQUALITY.has(syntax.text(operand)));
      const literals = sides.map((side) => constantOf(syntax, side));
      const at = literals.findIndex((literal) => literal === null);
      const literal = literals.find((one) => one !== null);
      const asked = sides[at];
      return sides.length === 2 && asked !== undefined && literal !== undefined && literal !== null
        ? [{ asked, literal, text: syntax.text(asked).slice(0, MAX_TEXT) }]
        : [];
    });

/** Some grammars leave operators out of the tree. */
const hasOperator = (syntax: Syntax, node: Node, [left, right]: readonly Node[]): boolean =>
  left !== undefined &&
  right !== undefined &&
  /^\s*={2,3}\s*$/.test(
    syntax.text(node).slice(syntax.end(left) - syntax.start(node), syntax.start(right) - syntax.start(node)),
  );

const isSum = (syntax: Syntax, node: Node): boolean => {
  const at = unwrap(syntax, node);
  if (!ARITHMETIC.has(syntax.kind(at))) return false;
  const [left, right] = [syntax.field(at, 'left'), syntax.field(at, 'right')];
  if (left === null || right === null) return false;
  const between = syntax
    .text(at)
    .slice(syntax.end(left) - syntax.start(at), syntax.start(right) - syntax.start(at));
  const names = new Set(syntax.find(NAMES, at).map((name) => syntax.text(name)));
  return OPERATOR.test(between) && names.size > 1;
};

const kindOf = (
  syntax: Syntax,
  equalities: readonly Equality[],
  checksums: ReadonlySet<string>,
): DisguisedBranch['by'] | null => {
  if (
    equalities.some(
      ({ text, literal }) => literal.length > 2 && (CHECKSUM.test(text) || mentions(text, checksums)),
    )
  )
    return 'checksum';
  if (equalities.some(({ text }) => /%/.test(text) && (CHECKSUM.test(text) || mentions(text, checksums))))
    return 'checksum';
  if (
    equalities.some(({ asked, literal }) => Math.abs(Number(literal)) >= SMALLEST_SUM && isSum(syntax, asked))
  )
    return 'sum';
  const shapes = equalities.filter(({ text }) => LENGTH.test(text));
  const parts = equalities.filter(({ text }) => PART.test(text));
  return shapes.length > 0 && parts.length > 0 ? 'shape' : null;
};

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  (text.match(/[\w$]+/g) ?? []).some((word) => names.has(word));

/** Variables that hold a checksum. */
const checksumNames = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(BOUND_CHECKSUM)].flatMap(([whole, name = '']) => (CHECKSUM.test(whole) ? [name] : [])),
  );

export const disguisedBranches = (syntax: Syntax): readonly DisguisedBranch[] => {
  const checksums = checksumNames(syntax.text(0).slice(0, 200_000));
  return syntax
    .find(CONDITIONALS)
    .slice(0, MAX_BRANCHES)
    .flatMap((node): readonly DisguisedBranch[] => {
      const isInline = syntax.kind(node) === 'conditional_expression';
      const parts = syntax.children(node).filter((child) => !['if', 'else'].includes(syntax.kind(child)));
      const condition = isInline ? (parts[1] ?? null) : syntax.field(node, 'condition');
      const taken = isInline ? (parts[0] ?? null) : syntax.field(node, 'consequence');
      if (condition === null || taken === null) return [];
      const by = kindOf(syntax, equalitiesIn(syntax, condition), checksums);
      if (by === null || !computes(syntax, syntax.ancestor(node, FUNCTIONS))) return [];
      const text = syntax.text(condition).slice(0, 120).replaceAll(/\s+/g, ' ');
      return [{ by, answer: answerIn(syntax, taken), offset: syntax.start(node), text }];
    });
};

/** Keys that only a checksum can have, and lookups of a checksum. */
const CHECKSUM_KEY = /^"[0-9a-f]{8,128}"$|^-?\d{7,}$/;

export type ChecksumEntry = { readonly answer: string; readonly offset: number };

export const checksumEntries = (syntax: Syntax): readonly ChecksumEntry[] => {
  const code = syntax.text(0).slice(0, 200_000);
  if (!CHECKSUM.test(code)) return [];
  return syntax
    .find(new Set(['pair']))
    .slice(0, MAX_BRANCHES)
    .flatMap((pair) => {
      const [key, value] = [syntax.field(pair, 'key'), syntax.field(pair, 'value')];
      if (key === null || value === null) return [];
      const named = constantOf(syntax, key) ?? JSON.stringify(syntax.text(key));
      const answer = constantOf(syntax, value);
      return answer !== null && CHECKSUM_KEY.test(named) ? [{ answer, offset: syntax.start(pair) }] : [];
    });
};
