import { InfrastructureError } from '../../../errors/user-error.ts';
import type { ObjectStore } from './object-store.ts';

const FOUND = 0;
const NOTHING_FOUND = 1;

/** Text files of a tree that contain one of these texts; binary files and links are left out. */
export const filesMentioning = async (
  store: ObjectStore,
  tree: string,
  texts: readonly string[],
): Promise<readonly string[]> => {
  // Each line of a pattern file is one pattern, so a text of several lines cannot be searched for.
  const patterns = texts.filter((text) => text !== '' && !/[\n\0]/.test(text));
  if (patterns.length === 0) return [];
  const run = await store.run({
    args: ['grep', '-I', '-l', '-z', '--fixed-strings', '--no-color', '--full-name', '-f', '-', tree],
    stdin: patterns.join('\n'),
  });
  if (run.code !== FOUND && run.code !== NOTHING_FOUND)
    throw new InfrastructureError(
      'git-failed',
      `the base could not be searched: ${run.stderr.slice(0, 200)}`,
      'Check the repository with `git fsck`.',
    );
  return run.stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(tree.length + 1));
};
