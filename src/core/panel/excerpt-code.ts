import type { PatchFile } from '../analyse/diff/read-patch-files.ts';
import { splitLines } from '../text/split-lines.ts';
import type { CodeExcerpt } from './panel-field.ts';

const MOST_CHARS = 24_000;
/** How far from a change its function's first and last line are looked for. */
const REACH = 80;
const AROUND = 3;

type Range = { readonly from: number; readonly to: number };

const indentOf = (line: string): number | null =>
  line.trim() === '' ? null : line.length - line.trimStart().length;

/** The smallest indentation of lines in a range; 0 if all are blank. */
const leastIndent = (lines: readonly string[], { from, to }: Range): number => {
  const found = lines.slice(from, to + 1).flatMap((line) => indentOf(line) ?? []);
  return found.length === 0 ? 0 : Math.min(...found);
};

/**
 * By indentation, which marks the bounds of a function in any formatted language: up to the line that is indented less,
 * and down to the next one that is indented no more than that.
 */
const enclosing = (lines: readonly string[], { from, to }: Range): Range => {
  const inner = leastIndent(lines, { from, to });
  if (inner === 0) return { from: Math.max(0, from - AROUND), to: Math.min(lines.length - 1, to + AROUND) };
  let first = from;
  let outer = 0;
  for (let at = from - 1; at >= Math.max(0, from - REACH); at -= 1) {
    first = at;
    const indent = indentOf(lines[at] ?? '');
    if (indent === null || indent >= inner) continue;
    outer = indent;
    break;
  }
  let last = to;
  for (let at = to + 1; at <= Math.min(lines.length - 1, to + REACH); at += 1) {
    const indent = indentOf(lines[at] ?? '');
    if (indent !== null && indent <= outer) {
      // A closing bracket belongs to its function.
      if (/^\s*(?:[)\]}]|end\b)/.test(lines[at] ?? '')) last = at;
      break;
    }
    last = at;
  }
  return { from: first, to: last };
};

const joined = (ranges: readonly Range[]): readonly Range[] => {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((left, right) => left.from - right.from)) {
    const before = merged.at(-1);
    if (before !== undefined && from <= before.to + 1) before.to = Math.max(before.to, to);
    else merged.push({ from, to });
  }
  return merged;
};

/** Base code that the patches touch, with its surrounding functions, as much as fits. */
export const excerptCode = (
  patches: readonly (readonly PatchFile[])[],
  textOf: ReadonlyMap<string, string>,
): readonly CodeExcerpt[] => {
  const excerpts: CodeExcerpt[] = [];
  let room = MOST_CHARS;
  for (const [path, text] of [...textOf].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const lines = splitLines(text);
    const touched = patches.flatMap((files) =>
      files
        .filter(({ oldPath }) => oldPath === path)
        .flatMap(({ hunks }) => hunks.map(({ start, lines: count }) => ({ start, count }))),
    );
    const inside = touched
      .map(({ start, count }) => ({ from: Math.max(0, start - 1), to: start - 1 + Math.max(0, count - 1) }))
      .filter(({ from }) => from < lines.length)
      .map(({ from, to }) => enclosing(lines, { from, to: Math.min(to, lines.length - 1) }));
    for (const { from, to } of joined(inside)) {
      const excerpt = lines.slice(from, to + 1).join('\n');
      if (excerpt.length > room) continue;
      room -= excerpt.length;
      excerpts.push({ path, from: from + 1, text: excerpt });
    }
  }
  return excerpts;
};
