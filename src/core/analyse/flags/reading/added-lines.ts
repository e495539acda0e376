import type { FileChange } from '../flag-rule.ts';

/** Limit for lines on which non-linear patterns are tried. */
const LONGEST = 2_000;

export type AddedLine = { readonly line: number; readonly text: string };

/** Lines that the new side has more often than the old side; moved lines are not new. */
export const addedLines = ({ before, after }: FileChange): readonly AddedLine[] => {
  if (!after) return [];
  const known = new Map<string, number>();
  for (const text of before?.lines ?? []) known.set(text.trim(), (known.get(text.trim()) ?? 0) + 1);
  return after.lines.flatMap((text, at): readonly AddedLine[] => {
    const left = known.get(text.trim()) ?? 0;
    if (left > 0) known.set(text.trim(), left - 1);
    return left > 0 || text.trim() === '' ? [] : [{ line: at + 1, text: text.slice(0, LONGEST) }];
  });
};
