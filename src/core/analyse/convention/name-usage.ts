import type { CasingStyle, Identifier, NameUsage } from '../../domain/source/convention-facts.ts';
import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { casingBits, matchesCasing } from '../../text/match-casing.ts';
import { UNJUDGED } from './changed-identifiers.ts';

/** A used name counts less than a chosen one. */
const USED_WEIGHT = 0.25;
const CASING_WEIGHT = 0.6;
const WORDS_WEIGHT = 0.4;
/** With this many names, a style or a vocabulary is half certain. */
const HALF_CERTAIN = 8;
const LONGEST_NAME = 200;
const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

const wordsOf = (name: string): readonly string[] =>
  ((name.length > LONGEST_NAME ? null : name.match(WORDS)) ?? []).map((word) => word.toLowerCase());

const certainty = (count: number): number => count / (count + HALF_CERTAIN);

export type LocalNames = {
  /** Names around the changed files. */
  readonly around: readonly string[];
  /** Whether the repository has the name anywhere. */
  readonly isKnown: (name: string) => boolean;
  readonly naming: ProjectBrief['naming'];
};

/** How far a name is in style, and how certain that style is. */
type Casing = { readonly fits: number; readonly certainty: number };

/** A style's certainty grows with its share and with the number of names that show it. */
const casingByKind = (naming: ProjectBrief['naming']): ((name: string, kind: string) => Casing | null) => {
  const known = new Map<string, { readonly style: CasingStyle; readonly certainty: number }>(
    naming.flatMap(({ language, kind, style, confidence, names }) =>
      style === null
        ? []
        : [[`${language} ${kind}`, { style, certainty: confidence * certainty(names) }] as const],
    ),
  );
  return (name, kind) => {
    const found = known.get(kind);
    return found === undefined
      ? null
      : { fits: matchesCasing(name, found.style) ? 1 : 0, certainty: found.certainty };
  };
};

/** If a kind has no style: the share of multi-word names nearby that are written alike. */
const casingAround = (around: readonly string[]): ((name: string) => Casing) => {
  const shapes = around.filter((name) => wordsOf(name).length > 1).map(casingBits);
  return (name) => {
    const [bits, sure] = [casingBits(name), certainty(shapes.length)];
    if (wordsOf(name).length < 2) return { fits: 1, certainty: sure };
    const alike = shapes.filter((shape) => (shape & bits) !== 0).length;
    return { fits: shapes.length === 0 ? 1 : alike / shapes.length, certainty: sure };
  };
};

/** The share of its words that nearby names use too, without words that are short or everywhere. */
const wordShare = (name: string, vocabulary: ReadonlySet<string>): number | null => {
  const words = wordsOf(name).filter((word) => word.length > 1);
  return words.length === 0 ? null : words.filter((word) => vocabulary.has(word)).length / words.length;
};

/** How far the new names of a change follow the names around it. */
export const nameUsage = (
  identifiers: readonly Identifier[],
  { around, isKnown, naming }: LocalNames,
): readonly NameUsage[] => {
  const local = new Set(around);
  const vocabulary = new Set(around.flatMap(wordsOf));
  const [byKind, byNames] = [casingByKind(naming), casingAround([...local])];
  const wordsCertain = WORDS_WEIGHT * certainty(local.size);
  return identifiers.map(({ name, kind }) => {
    const known = local.has(name) || isKnown(name);
    // A name that is used but unknown here belongs to a foreign interface.
    if (kind === UNJUDGED) return { name, follows: 1, weight: known ? USED_WEIGHT : 0 };
    if (known) return { name, follows: 1, weight: 1 };
    const casing = byKind(name, kind) ?? byNames(name);
    const words = wordShare(name, vocabulary);
    const [c, w] = [CASING_WEIGHT * casing.certainty, words === null ? 0 : wordsCertain];
    if (c + w === 0) return { name, follows: 1, weight: 0 };
    return { name, follows: (c * casing.fits + w * (words ?? 0)) / (c + w), weight: Math.min(1, c + w) };
  });
};
