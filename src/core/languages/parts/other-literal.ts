import type { Edit, Tree } from '../../syntax/walk-nodes.ts';
import type { OtherValues } from './expectation-changer.ts';

/** A changed number stays between the limits of the types into which the first one fits: another could not compile. */
const WIDTHS = [0, 2 ** 7, 2 ** 8, 2 ** 15, 2 ** 16, 2 ** 31, 2 ** 32, 2 ** 53];
const LARGEST_FRACTION = 10_000;
const LETTER = /^'[A-Za-z0-9]'$/;

/** Null: it stays. The lowest value of a signed type is written as a number that is too large for it. */
export const otherWhole = (value: number, { shift }: OtherValues): number | null => {
  const at = WIDTHS.findLastIndex((width) => width <= value);
  const [from, to] = [WIDTHS[at], WIDTHS[at + 1]];
  if (from === undefined || to === undefined || (value === from && value > 0)) return null;
  return from + ((value - from + shift) % (to - from));
};

/** `1.5`, in the same notation; null for any other. */
export const otherFraction = (text: string, { shift }: OtherValues): string | null => {
  const decimals = /^\d{1,9}\.(\d{1,9})$/.exec(text)?.[1]?.length;
  const value = Number(text);
  return decimals === undefined || value > LARGEST_FRACTION ? null : (value + shift).toFixed(decimals);
};

/** The word at the end of a text, whatever quotes and escapes it has. */
export const otherQuoted = (text: string, closing: string, { word }: OtherValues): string =>
  text.slice(0, text.length - closing.length) + word + closing;

export const otherLetter = (text: string, { word }: OtherValues): string | null => {
  if (!LETTER.test(text)) return null;
  return [...word].map((letter) => `'${letter}'`).find((other) => other !== text) ?? null;
};

const VALUE_NAME = /^(?:want|expect|exp$)/i;

/** Whether a name says that its value is what a test expects. */
export const namesExpectation = (name: string): boolean => VALUE_NAME.test(name);

/** An edit of a compiled language's test, and whether it changes a value rather than the opposite of a condition. */
export type CompiledEdit = Edit & { readonly value: boolean; readonly within: number };

/**
 * In a test with a changed value nothing is negated: it would stop at the negated condition, and never compare the
 * value. `within`: the function that holds the edit.
 */
export const valuesFirst = (edits: readonly CompiledEdit[]): readonly Edit[] => {
  const withValue = new Set(edits.filter(({ value }) => value).map(({ within }) => within));
  const chosen = edits
    .filter(({ value, within }) => value || !withValue.has(within))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Edit[] = [];
  for (const { start, end, text, test } of chosen)
    if (start >= (kept.at(-1)?.end ?? 0)) kept.push({ start, end, text, test });
  return kept;
};

/** The innermost node of a kind that holds a node. */
export const nodeAround = (tree: Tree, node: number, kinds: ReadonlySet<string>): number | null => {
  for (let at = tree.parent(node); at >= 0; at = tree.parent(at)) if (kinds.has(tree.kind(at))) return at;
  return null;
};

/** All nodes inside a node, itself included, in order. */
export const nodesIn = (tree: Tree, node: number): readonly number[] => {
  const found = [node];
  for (const at of found) found.push(...tree.children(at));
  return found.sort((a, b) => a - b);
};

/** Whether statements before this one may leave the block, so that it is not certainly reached. */
export const isBypassed = (tree: Tree, statement: number, leaves: RegExp): boolean =>
  tree
    .children(tree.parent(statement))
    .some((other) => tree.end(other) <= tree.start(statement) && leaves.test(tree.text(other)));
