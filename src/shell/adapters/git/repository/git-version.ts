import { InfrastructureError } from '../../../errors/user-error.ts';
import { cleanEnvironment } from './git-environment.ts';
import { mustGit } from './run-git.ts';

/** The first version with `merge-tree --write-tree`. */
const OLDEST = [2, 38] as const;

/** Null: git's output contains no version. */
export const parseGitVersion = (text: string): readonly [number, number] | null => {
  const found = /(\d{1,6})\.(\d{1,6})/.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : null;
};

export const isOldGit = ([major, minor]: readonly [number, number]): boolean =>
  major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);

export const requireModernGit = async (): Promise<void> => {
  const text = (await mustGit({ args: ['version'], cwd: '/', env: cleanEnvironment() }))
    .toString('utf8')
    .trim();
  const version = parseGitVersion(text);
  if (version === null || isOldGit(version)) {
    throw new InfrastructureError(
      'git-too-old',
      `This is ${text.slice(0, 80)}; Hydra merges in memory, which needs git ${OLDEST.join('.')} or newer.`,
      `Upgrade git.`,
    );
  }
};
