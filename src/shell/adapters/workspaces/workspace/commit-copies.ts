import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanGit } from '../tree/clean-git.ts';
import { copyTree } from '../tree/copy-tree.ts';
import { findGit } from '../host/find-git.ts';
import { ensureCheckout } from '../tree/base-checkout.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { ensureGitSettings } from '../launch/support-files.ts';

export type CommitCopy = {
  readonly root: string;
  readonly commonDir: string;
  /** `left`: folders kept for it elsewhere. */
  remove(left: string): Promise<void>;
};

/** Copies of a commit as it was checked out once: every file is its blob, and there is no other commit to be read. */
export const createCopies =
  ({ gitDir, cacheDir }: { readonly gitDir: string; readonly cacheDir: string }) =>
  async (commit: string): Promise<CommitCopy> => {
    const git = cleanGit(await findGit(process.env['PATH'] ?? ''), await ensureGitSettings(cacheDir));
    const checkout = await ensureCheckout({ git, gitDir, cacheDir }, commit);
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'hydra-copy-')));
    const root = join(folder, 'repo');
    try {
      await copyTree(checkout, root);
    } catch (error) {
      await removeTree(folder);
      throw error;
    }
    return {
      root,
      commonDir: join(root, '.git'),
      async remove(left) {
        await removeTree(folder);
        await removeTree(left);
      },
    };
  };
