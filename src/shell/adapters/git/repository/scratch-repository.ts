import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const IDENTITY = [
  '-c',
  'user.name=Hydra',
  '-c',
  'user.email=lab@hydra.invalid',
  '-c',
  'commit.gpgSign=false',
];

/** A repository with one empty commit on `main`, for trees that belong to no repository. */
export const makeScratchRepository = async (): Promise<{
  readonly root: string;
  remove(): Promise<void>;
}> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hydra-lab-')));
  const git = (...words: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'core.hooksPath=/dev/null', ...IDENTITY, ...words], { cwd: root });
  await git('init', '--quiet', '--initial-branch=main');
  await git('commit', '--quiet', '--allow-empty', '--message', 'Nothing yet');
  return { root, remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }) };
};
