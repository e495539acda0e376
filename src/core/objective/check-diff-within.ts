import { matchGlobOrFolder } from '../text/match-glob.ts';
import type { ChangedLineCounts } from '../analyse/diff/parse-numstat.ts';
import type { CheckOf } from '../domain/experiment/objective-check.ts';
import type { CheckResult } from './check-files.ts';

const linesOf = (counts: ChangedLineCounts): number =>
  counts === 'binary' ? 0 : counts.added + counts.removed;

/** An empty change passes too: other checks report what is missing. */
export const checkDiffWithin = (
  { paths, max_files, max_lines }: CheckOf<'diff_within'>,
  changed: ReadonlyMap<string, ChangedLineCounts>,
): CheckResult => {
  const allowed = paths?.map(matchGlobOrFolder);
  const outside = [...changed.keys()].find(
    (path) => allowed !== undefined && !allowed.some((matches) => matches(path)),
  );
  if (outside !== undefined)
    return { passed: false, reason: `${outside} is outside the paths that may change` };
  const lines = [...changed.values()].reduce((sum, counts) => sum + linesOf(counts), 0);
  const size = `${changed.size} files and ${lines} lines changed`;
  if (max_files !== undefined && changed.size > max_files)
    return { passed: false, reason: `${size}, at most ${max_files} files allowed` };
  if (max_lines !== undefined && lines > max_lines)
    return { passed: false, reason: `${size}, at most ${max_lines} lines allowed` };
  return { passed: true, reason: size };
};
