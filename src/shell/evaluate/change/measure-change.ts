import {
  countFormattedLines,
  countSqueezedLines,
  type TextSides,
} from '../../../core/analyse/diff/count-effective-lines.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import type { RawEntry } from '../../../core/analyse/diff/parse-raw-diff.ts';
import type { ChangedFile } from '../../../core/domain/candidate/diff-facts.ts';
import type { Formatted, Formatters, SyntaxDifference, SyntaxTrees } from '../../ports/code-analysis.ts';
import type { DiffBudget } from './diff-budget.ts';

export type Analysers = { readonly formatters: Formatters; readonly syntaxTrees: SyntaxTrees };

export type Effective = Pick<
  ChangedFile,
  'effectiveAdded' | 'effectiveRemoved' | 'normalisedBy' | 'note' | 'effect'
>;

/** The bytes of a changed text file; null: that side does not exist. */
export type ByteSides = { readonly before: Uint8Array | null; readonly after: Uint8Array | null };

/** How much of a text file changed apart from layout, and whether anything but layout changed. */
export const measureChange = async (
  analysers: Analysers,
  budget: DiffBudget,
  entry: RawEntry,
  bytes: ByteSides,
): Promise<Effective> => {
  const sizes = [bytes.before?.length ?? 0, bytes.after?.length ?? 0] as const;
  const tooMuch = budget.forLines(...sizes);
  if (tooMuch) return byGit(entry, tooMuch);
  const [before, after] = [bytes.before && decodeText(bytes.before), bytes.after && decodeText(bytes.after)];
  const sides = { before: before?.text ?? null, after: after?.text ?? null };
  if (before?.isUtf8 === false || after?.isUtf8 === false) return byWhitespace(entry, sides, 'not UTF-8');
  const unparsed = budget.forParsing(entry.path, ...sizes);
  return unparsed ? byWhitespace(entry, sides, unparsed) : bySyntax(analysers, budget, entry, sides);
};

/** Counts as git does; a file that was not examined counts as having an effect. */
export const byGit = (entry: RawEntry, note?: string): Effective => ({
  effectiveAdded: entry.added,
  effectiveRemoved: entry.removed,
  normalisedBy: 'git',
  ...(note === undefined ? {} : { note }),
  effect: true,
});

const TOO_COSTLY = 'too many moved lines to compare';

const byWhitespace = (entry: RawEntry, sides: TextSides, note: string): Effective => {
  const lines = countSqueezedLines(sides);
  if (!lines) return byGit(entry, `${note}; ${TOO_COSTLY}`);
  return {
    effectiveAdded: lines.added,
    effectiveRemoved: lines.removed,
    normalisedBy: 'whitespace',
    note,
    effect: true,
  };
};

/** A new name or mode is an effect, whatever the content. */
const isContentOnly = (entry: RawEntry): boolean =>
  entry.change === 'modified' && entry.oldMode === entry.newMode;

const bySyntax = async (
  { formatters, syntaxTrees }: Analysers,
  budget: DiffBudget,
  entry: RawEntry,
  sides: TextSides,
): Promise<Effective> => {
  const difference = await differenceOf(syntaxTrees, entry.path, sides);
  if (difference === 'gave-up') {
    budget.noteGivenUp();
    return byWhitespace(entry, sides, 'the parser gave up');
  }
  const counted = (effective: Omit<Effective, 'effect'>, changed: boolean): Effective => ({
    ...effective,
    effect: changed || !isContentOnly(entry),
  });
  if (difference === 'none')
    return counted({ effectiveAdded: 0, effectiveRemoved: 0, normalisedBy: 'syntax-tree' }, false);

  const printed = await formatBoth(formatters, entry.path, sides);
  if (!printed.ok) {
    if (printed.why === 'gave-up') budget.noteGivenUp();
    return counted(byWhitespace(entry, sides, printed.reason), difference !== 'comments');
  }
  const remaining = await afterFormatting(syntaxTrees, entry.path, printed.sides, difference);
  const lines = remaining === 'none' ? { added: 0, removed: 0 } : countFormattedLines(printed.sides);
  const changed = remaining !== 'none' && remaining !== 'comments';
  if (!lines) return counted(byGit(entry, TOO_COSTLY), changed);
  return counted(
    { effectiveAdded: lines.added, effectiveRemoved: lines.removed, normalisedBy: printed.by },
    changed,
  );
};

/** Quotes and semicolons differ in the tree; printed alike, the texts may differ only in comments or blank lines. */
const afterFormatting = async (
  syntaxTrees: SyntaxTrees,
  path: string,
  printed: TextSides,
  difference: SyntaxDifference,
): Promise<SyntaxDifference> => {
  if (printed.before === printed.after) return 'none';
  return difference === 'code' ? differenceOf(syntaxTrees, path, printed) : difference;
};

const differenceOf = async (
  syntaxTrees: SyntaxTrees,
  path: string,
  { before, after }: TextSides,
): Promise<SyntaxDifference> =>
  before === null || after === null ? 'code' : syntaxTrees.compare(path, before, after);

type Printed = { readonly ok: true; readonly sides: TextSides; readonly by: string };

/** Both or none: counts of differently normalised sides cannot be compared. */
const formatBoth = async (
  formatters: Formatters,
  path: string,
  sides: TextSides,
): Promise<Printed | Extract<Formatted, { ok: false }>> => {
  const before = sides.before === null ? null : await formatters.format(path, sides.before);
  if (before && !before.ok) return before;
  const after = sides.after === null ? null : await formatters.format(path, sides.after);
  if (after && !after.ok) return after;
  return {
    ok: true,
    sides: { before: before?.text ?? null, after: after?.text ?? null },
    by: (after ?? before)?.by ?? 'whitespace',
  };
};
