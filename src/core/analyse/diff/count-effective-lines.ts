import { countChangedLines, type ChangedLines } from './count-changed-lines.ts';
import { filledLines, splitLines, squeezeLines } from '../../text/split-lines.ts';

/** The two sides of a file; null if one does not exist. */
export type TextSides = { readonly before: string | null; readonly after: string | null };

/** A new or deleted file counts with every line. */
const countWith =
  (linesOf: (text: string) => readonly string[]) =>
  ({ before, after }: TextSides): ChangedLines | null =>
    before === null || after === null
      ? { added: splitLines(after ?? '').length, removed: splitLines(before ?? '').length }
      : countChangedLines(linesOf(before), linesOf(after));

/** For two sides printed by the same formatter. Null: too costly to count. */
export const countFormattedLines = countWith(filledLines);

/** For all others: lines that are equal apart from white space did not change. Null: too costly to count. */
export const countSqueezedLines = countWith(squeezeLines);
