import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import type { ReadFile } from '../../../ports/files.ts';
import type { TaskRepositories, TaskRepository } from '../../../ports/task-repositories.ts';
import {
  TASK_BRANCH,
  fetchInto,
  FULL_ID,
  gitIn,
  inScratch,
  openCommit,
  sealRepository,
} from './fetch-commit.ts';
import { findClone } from './find-clone.ts';
import { UserError } from '../../../errors/user-error.ts';

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

const writeFiles = async (root: string, files: readonly ReadFile[]): Promise<void> => {
  for (const { path, bytes, executable } of files) {
    const refusal = refusePath(path);
    if (refusal !== null)
      throw new UserError('task', `${path}: ${refusal}`, 'Use files below the repository.');
    const at = join(root, path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes, { mode: executable ? EXECUTABLE : PLAIN });
  }
};

/** Leftovers of earlier runs are not reused. */
const UNUSED_MS = 14 * 24 * 60 * 60 * 1000;
const DIGITS = 24;

const keyOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, DIGITS);

/** Task repositories that have not been used for long, with everything cached for them. */
const forgetOld = async (home: string, now: number): Promise<void> => {
  const names = await readdir(home).catch(() => []);
  for (const name of names) {
    const at = join(home, name);
    const found = await stat(at).catch(() => null);
    if (found !== null && now - found.mtimeMs > UNUSED_MS) await rm(at, { recursive: true, force: true });
  }
};

const makeRepository = async (root: string, files: readonly ReadFile[]): Promise<void> => {
  const git = gitIn(root);
  await writeFiles(root, files);
  await git('init', '--quiet', `--initial-branch=${TASK_BRANCH}`);
  // Ignored files too: a task is every byte of its folder.
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--no-gpg-sign', '--message', 'The task');
};

/**
 * One repository for each content, below `home`: installed dependencies and results of checks are reused by the next
 * run. Agents work on copies, so it never changes.
 */
export const openTaskRepositories = (home: string, mirrors: string | null = null): TaskRepositories => {
  const sourceOf = (git: string): string => (mirrors === null ? git : (findClone(mirrors, git) ?? git));
  const kept = async (key: string, fill: (root: string) => Promise<void>): Promise<TaskRepository> => {
    const root = join(home, key);
    const now = new Date();
    const repository = { root, base: TASK_BRANCH };
    if (
      await utimes(root, now, now).then(
        () => true,
        () => false,
      )
    )
      return repository;
    await mkdir(home, { recursive: true });
    await forgetOld(home, now.getTime());
    const making = await mkdtemp(join(home, '.making-'));
    try {
      await fill(making);
      await rename(making, root).catch(async (error: unknown) => {
        // Another process was faster, with the same content.
        if ((await stat(root).catch(() => null)) === null) throw error;
      });
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return repository;
  };
  return {
    fromFiles: (files) => {
      const hash = createHash('sha256');
      for (const { path, bytes, executable } of files)
        hash.update(JSON.stringify([path, executable, bytes.length])).update(bytes);
      return kept(hash.digest('hex').slice(0, DIGITS), (root) => makeRepository(root, files));
    },
    fromGit: async ({ git: address, ref }) => {
      const source = sourceOf(address);
      const { stdout } = FULL_ID.test(ref)
        ? { stdout: ref }
        : await gitIn(tmpdir())('ls-remote', '--exit-code', '--', source, ref, `${ref}^{}`).catch(() => ({
            stdout: ref,
          }));
      // A branch moves: the commit it points at is part of the name.
      return kept(keyOf(['sealed, with date and tag', address, ref, stdout]), (root) =>
        sealRepository(root, home, source, ref),
      );
    },
    readCommit: async ({ git: address, commit }) => {
      const source = sourceOf(address);
      const keep = (id: string, from: string) =>
        kept(keyOf(['commit', address, id]), async (at) => void (await fetchInto(at, from, id, 2)));
      if (FULL_ID.test(commit)) return openCommit((await keep(commit, source)).root, commit);
      await mkdir(home, { recursive: true });
      return inScratch(home, async (scratch) => {
        const id = await fetchInto(scratch, source, commit, 2);
        return openCommit((await keep(id, scratch)).root, id);
      });
    },
  };
};
