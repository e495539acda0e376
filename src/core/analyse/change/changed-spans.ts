import type { LineSpan } from '../../domain/evidence/assessment.ts';
import { splitLines } from '../../text/split-lines.ts';
import { normaliseSpans } from './line-spans.ts';

/** Beyond this many edits lines are compared without their positions. */
const MAX_EDITS = 800;

/** After Myers: numbers of the new side's lines that are not kept, or null if there are too many. */
const insertedBy = (before: readonly string[], after: readonly string[]): readonly number[] | null => {
  const most = Math.min(MAX_EDITS, before.length + after.length);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [above, left] = [reach[middle + diagonal + 1] ?? 0, (reach[middle + diagonal - 1] ?? 0) + 1];
      let x = diagonal === -edits || (diagonal !== edits && left <= above) ? above : left;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length)
        return walkBack(history, middle, [before.length, after.length]);
    }
  }
  return null;
};

const walkBack = (
  history: readonly Int32Array[],
  middle: number,
  [width, height]: readonly [number, number],
): readonly number[] => {
  const inserted: number[] = [];
  let [x, y] = [width, height];
  for (let edits = history.length - 1; edits > 0; edits -= 1) {
    const reach = history[edits] ?? new Int32Array();
    const diagonal = x - y;
    const [above, left] = [reach[middle + diagonal + 1] ?? 0, (reach[middle + diagonal - 1] ?? 0) + 1];
    const down = diagonal === -edits || (diagonal !== edits && left <= above);
    const from = down ? diagonal + 1 : diagonal - 1;
    x = reach[middle + from] ?? 0;
    y = x - from;
    if (down) inserted.push(y);
  }
  return inserted;
};

/** Lines that the new side has more often than the old side. */
const insertedByContent = (before: readonly string[], after: readonly string[]): readonly number[] => {
  const known = new Map<string, number>();
  for (const line of before) known.set(line, (known.get(line) ?? 0) + 1);
  return after.flatMap((line, at) => {
    const left = known.get(line) ?? 0;
    if (left > 0) known.set(line, left - 1);
    return left > 0 ? [] : [at];
  });
};

/** Lines of the new text that the old one does not have at that place. Time is bounded by the number of edits. */
export const changedSpans = (before: string, after: string): readonly LineSpan[] => {
  const [old, now] = [splitLines(before), splitLines(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const [a, b] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const inserted = insertedBy(a, b) ?? insertedByContent(a, b);
  return normaliseSpans(inserted.map((at) => [head + at + 1, head + at + 1]));
};
