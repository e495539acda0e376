import { UserError } from '../../user-error.ts';
import type { ListedFile } from '../../ports/working-tree.ts';
import { cleanEnvironment } from './git-environment.ts';
import type { Places } from './locate-repository.ts';
import { mustGit } from './run-git.ts';

const REGULAR = new Set(['100644', '100755']);

const atNul = (output: Buffer): readonly string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '');

/** Every file that is tracked, or new and not ignored, with git's id where the file is as the index knows it. */
export const listWorkingTree = async (places: Places): Promise<readonly ListedFile[]> => {
  if (places.bare)
    throw new UserError(
      'no-work-tree',
      'A bare repository has no work tree.',
      'Name a checkout with --repo DIR.',
    );
  const env = { ...cleanEnvironment(), GIT_DIR: places.gitDir, GIT_WORK_TREE: places.root };
  const ask = async (...args: string[]) => atNul(await mustGit({ cwd: places.root, env, args }));
  const [tracked, changed, others] = await Promise.all([
    ask('ls-files', '-s', '-z'),
    ask('diff-files', '-z', '--name-only', '--ignore-submodules'),
    ask('ls-files', '-z', '--others', '--exclude-standard'),
  ]);
  const stale = new Set(changed);
  const files = new Map<string, ListedFile>();
  for (const line of tracked) {
    const tab = line.indexOf('\t');
    const [mode = '', blob = ''] = line.slice(0, tab).split(' ');
    const path = line.slice(tab + 1);
    if (REGULAR.has(mode)) files.set(path, { path, blob: stale.has(path) ? null : blob });
  }
  for (const path of others) if (!path.startsWith('.hydra/')) files.set(path, { path, blob: null });
  return [...files.values()];
};
