import type { ChangedPath } from '../../domain/run/race-facts.ts';
import { matchIgnore } from '../../text/match-ignore.ts';

const tidy = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

const sidesOf = ({ path, oldPath }: ChangedPath): string[] =>
  (oldPath === undefined ? [path] : [path, oldPath]).map(tidy);

/** How many files lie inside these paths with both sides of a rename. */
export const countInside = (files: readonly ChangedPath[], patterns: readonly string[]): number => {
  const find = matchIgnore(patterns);
  return files.filter((file) => sidesOf(file).every((path) => find(path) !== null)).length;
};

/** The first path that a pattern covers, by either side of a rename, and that pattern. */
export const findTouched = (
  files: readonly ChangedPath[],
  patterns: readonly string[],
): { readonly path: string; readonly pattern: string } | null => {
  const find = matchIgnore(patterns);
  for (const path of files.flatMap(sidesOf)) {
    const pattern = find(path);
    if (pattern !== null) return { path, pattern };
  }
  return null;
};
