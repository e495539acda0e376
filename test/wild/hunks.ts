/** A place where the fix differs from the base, without context. */
export type Hunk = {
  /** First line replaced, from 1; for a pure insertion the line before it. */
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly added: readonly string[];
};

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@/;

/** Hunks of one file, from `git diff -U0`. */
export const readHunks = (diff: string): readonly Hunk[] => {
  const hunks: { oldStart: number; oldCount: number; newStart: number; added: string[] }[] = [];
  for (const line of diff.split('\n')) {
    const header = HEADER.exec(line);
    if (header)
      hunks.push({
        oldStart: Number(header[1]),
        oldCount: Number(header[2] ?? 1),
        newStart: Number(header[3]),
        added: [],
      });
    else if (line.startsWith('+')) hunks.at(-1)?.added.push(line.slice(1));
  }
  return hunks;
};

/** The base's text with some of the hunks; hunks are in the order of the file. */
export const applyHunks = (before: string, hunks: readonly Hunk[]): string => {
  const lines = before.split('\n');
  for (const { oldStart, oldCount, added } of [...hunks].reverse())
    lines.splice(oldCount === 0 ? oldStart : oldStart - 1, oldCount, ...added);
  return lines.join('\n');
};

/** Lines, from 1, that the fix added to its version of the file. */
export const addedLines = (hunks: readonly Hunk[]): ReadonlySet<number> =>
  new Set(hunks.flatMap(({ newStart, added }) => added.map((_, at) => newStart + at)));
