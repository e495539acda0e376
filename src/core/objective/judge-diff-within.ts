import { matchGlob } from '../text/match-glob.ts';
import type { LineCounts } from '../analyse/diff/parse-numstat.ts';
import type { CheckOf } from '../domain/experiment/objective-check.ts';
import type { Judged } from './judge-file-checks.ts';

const linesOf = (counts: LineCounts): number => (counts === 'binary' ? 0 : counts.added + counts.removed);

/** Holds for a change of nothing too: what is missing is for other checks to say. */
export const judgeDiffWithin = (
  { paths, max_files, max_lines }: CheckOf<'diff_within'>,
  changed: ReadonlyMap<string, LineCounts>,
): Judged => {
  const outside = [...changed.keys()].find(
    (path) => paths !== undefined && !paths.some((pattern) => matchGlob(pattern, path)),
  );
  if (outside !== undefined) return { passed: false, reason: `${outside} is outside of what may change` };
  const lines = [...changed.values()].reduce((sum, counts) => sum + linesOf(counts), 0);
  const size = `${changed.size} files and ${lines} lines changed`;
  if (max_files !== undefined && changed.size > max_files)
    return { passed: false, reason: `${size}, at most ${max_files} files allowed` };
  if (max_lines !== undefined && lines > max_lines)
    return { passed: false, reason: `${size}, at most ${max_lines} lines allowed` };
  return { passed: true, reason: size };
};
