import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import type { ReadFile } from '../../../ports/files.ts';
import type { TaskRepositories, TaskRepository } from '../../../ports/task-repositories.ts';
import { UserError } from '../../../errors/user-error.ts';

const BASE = 'main';
/** Fixed, so that the same files give the same commit everywhere. */
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Hydra',
  GIT_AUTHOR_EMAIL: 'task@hydra.invalid',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Hydra',
  GIT_COMMITTER_EMAIL: 'task@hydra.invalid',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
} as const;
/** Other protocols could name a helper program. */
const PROTOCOLS = ['protocol.allow=never', 'protocol.https.allow=always', 'protocol.ssh.allow=always'];
const SETTINGS = [...PROTOCOLS, 'protocol.file.allow=always', 'core.hooksPath=/dev/null'].flatMap(
  (setting) => ['-c', setting],
);
const FULL_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const EXECUTABLE = 0o755;
const PLAIN = 0o644;

const gitIn =
  (cwd: string) =>
  (...words: readonly string[]) =>
    promisify(execFile)('git', [...SETTINGS, ...words], { cwd, env: { ...process.env, ...IDENTITY } });

const writeFiles = async (root: string, files: readonly ReadFile[]): Promise<void> => {
  for (const { path, bytes, executable } of files) {
    const refusal = refusePath(path);
    if (refusal !== null)
      throw new UserError('task', `${path}: ${refusal}`, 'Name files below the repository.');
    const at = join(root, path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes, { mode: executable ? EXECUTABLE : PLAIN });
  }
};

/** Leftovers of earlier runs are not reused. */
const UNUSED_MS = 14 * 24 * 60 * 60 * 1000;
const DIGITS = 24;

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
  await git('init', '--quiet', `--initial-branch=${BASE}`);
  // Ignored files too: a task is every byte of its folder.
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--no-gpg-sign', '--message', 'The task');
};

const cloneRepository = async (root: string, source: string, ref: string): Promise<void> => {
  const git = gitIn(root);
  try {
    await git('clone', '--quiet', '--no-checkout', '--', source, '.');
    const { stdout } = await git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`);
    await git('checkout', '--quiet', '-B', BASE, stdout.trim());
  } catch (error) {
    const message = String((error as { stderr?: string }).stderr ?? error).trim();
    throw new UserError(
      'task-repository',
      `${ref} of ${source} cannot be fetched: ${message.split('\n').at(-1) ?? ''}`,
      'Name a local path or an https or ssh address, and a commit, tag or branch of it.',
    );
  }
};

/**
 * One repository for each content, below `home`: installed dependencies and results of checks are reused by the next
 * run. Agents work on copies, so it never changes.
 */
export const openTaskRepositories = (home: string): TaskRepositories => {
  const kept = async (key: string, fill: (root: string) => Promise<void>): Promise<TaskRepository> => {
    const root = join(home, key);
    const now = new Date();
    const repository = { root, base: BASE };
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
    fromGit: async ({ git: source, ref }) => {
      const { stdout } = FULL_ID.test(ref)
        ? { stdout: ref }
        : await gitIn(tmpdir())('ls-remote', '--exit-code', '--', source, ref, `${ref}^{}`).catch(() => ({
            stdout: ref,
          }));
      // A branch moves: the commit it points at is part of the name.
      const key = createHash('sha256')
        .update(JSON.stringify([source, ref, stdout]))
        .digest('hex')
        .slice(0, DIGITS);
      return kept(key, (root) => cloneRepository(root, source, ref));
    },
  };
};
