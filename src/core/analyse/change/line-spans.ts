import type { ChangedSourceFile, LineSpan } from '../../domain/evidence/assessment.ts';
import { splitLines } from '../../text/split-lines.ts';

/** Sorted and without overlaps; anything that is not a line is dropped. */
export const normaliseSpans = (spans: readonly LineSpan[]): readonly LineSpan[] => {
  const valid = spans
    .filter(
      ([first, last]) =>
        Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && last >= first,
    )
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [first, last] of valid) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
};

/** Whether a range of lines overlaps the change; line 0 means the whole file. */
export const touches = (
  { spans }: Pick<ChangedSourceFile, 'spans'>,
  first: number,
  last: number,
): boolean => {
  if (spans === null) return true;
  if (first === 0) return spans.length > 0;
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.[1] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.[0] ?? Number.POSITIVE_INFINITY) <= last;
};

/** Changed lines that are not blank: blank ones must not dilute findings in the others. */
export const countChangedLoc = (file: ChangedSourceFile): number => {
  const lines = splitLines(file.text);
  const filled = (from: number, to: number): number => {
    let count = 0;
    for (let line = from; line <= Math.min(to, lines.length); line += 1)
      if ((lines[line - 1] ?? '').trim() !== '') count += 1;
    return count;
  };
  if (file.spans === null) return filled(1, lines.length);
  return file.spans.reduce((sum, [first, last]) => sum + filled(first, last), 0);
};
