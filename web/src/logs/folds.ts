import type { LogOutline } from '../api/types.ts';

/** A part of a log: consecutive lines, or one row that replaces many. */
type Segment = { readonly from: number; readonly to: number; readonly folded: boolean; readonly row: number };

export type Layout = { readonly rows: number; readonly segments: readonly Segment[] };
export type LogRow =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'fold'; readonly from: number; readonly to: number };

const SHORTEST_FOLD = 8;

/** The rows of a log whose quiet parts are folded, except those that were opened. */
export const layOut = (
  lines: number,
  parts: LogOutline['parts'],
  isOpen: (from: number) => boolean,
): Layout => {
  const segments: Segment[] = [];
  let row = 0;
  const add = (from: number, to: number, folded: boolean): void => {
    if (to <= from) return;
    segments.push({ from, to, folded, row });
    row += folded ? 1 : to - from;
  };
  let at = 0;
  for (const { from, to, kind } of parts) {
    if (kind !== 'quiet' || to - from < SHORTEST_FOLD || isOpen(from)) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, lines, false);
  return { rows: row, segments };
};

const segmentAt = (
  segments: readonly Segment[],
  isAfter: (segment: Segment) => boolean,
): Segment | undefined => {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment !== undefined && isAfter(segment)) high = middle;
    else low = middle + 1;
  }
  return segments[low - 1];
};

export const rowAt = ({ segments }: Layout, row: number): LogRow => {
  const segment = segmentAt(segments, (one) => one.row > row);
  if (segment === undefined) return { kind: 'line', line: row };
  return segment.folded
    ? { kind: 'fold', from: segment.from, to: segment.to }
    : { kind: 'line', line: segment.from + row - segment.row };
};

export const rowOfLine = ({ segments }: Layout, line: number): number => {
  const segment = segmentAt(segments, (one) => one.from > line);
  if (segment === undefined) return line;
  return segment.folded ? segment.row : segment.row + line - segment.from;
};

/** The quiet part that hides a line, by its first line. */
export const foldOf = (parts: LogOutline['parts'], line: number): number | null =>
  parts.find(({ from, to, kind }) => kind === 'quiet' && from <= line && line < to)?.from ?? null;
