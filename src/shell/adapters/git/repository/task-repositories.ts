import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import type { ReadFile } from '../../../ports/files.ts';
import type { FetchedCommit, TaskRepositories, TaskRepository } from '../../../ports/task-repositories.ts';
import { findClone } from './find-clone.ts';
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
  await git('init', '--quiet', `--initial-branch=${BASE}`);
  // Ignored files too: a task is every byte of its folder.
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--no-gpg-sign', '--message', 'The task');
};

const NOT_FETCHED =
  'Name a local path or an https or ssh address, and a commit, tag or branch of it; HYDRA_TASK_MIRRORS may name a folder of clones.';

/** A shallow copy if the other side gives a commit by its id, else all of it. */
const fetchInto = async (root: string, source: string, ref: string, depth: number): Promise<string> => {
  const git = gitIn(root);
  await git('init', '--quiet', `--initial-branch=${BASE}`);
  try {
    if (FULL_ID.test(ref))
      try {
        await git('fetch', '--quiet', '--no-tags', `--depth=${depth}`, '--', source, ref);
        return ref;
      } catch {
        // Servers may refuse ids that no branch names: then everything is fetched.
      }
    await git(
      'fetch',
      '--quiet',
      '--',
      source,
      '+HEAD:refs/remotes/source/HEAD',
      '+refs/heads/*:refs/remotes/source/*',
      '+refs/tags/*:refs/tags/*',
    );
    const commitOf = (name: string) => git('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`);
    const { stdout } = await commitOf(`source/${ref}`).catch(() => commitOf(ref));
    return stdout.trim();
  } catch (error) {
    const message = String((error as { stderr?: string }).stderr ?? error).trim();
    throw new UserError(
      'task-repository',
      `${ref} of ${source} cannot be fetched: ${message.split('\n').at(-1) ?? ''}`,
      NOT_FETCHED,
    );
  }
};

const inScratch = async <T>(home: string, work: (root: string) => Promise<T>): Promise<T> => {
  const scratch = await mkdtemp(join(home, '.fetching-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Its files as one new commit; neither the past nor the future of the commit comes along. */
const sealRepository = (root: string, home: string, source: string, ref: string): Promise<void> =>
  inScratch(home, async (scratch) => {
    const commit = await fetchInto(scratch, source, ref, 1);
    const { stdout } = await gitIn(scratch)('commit-tree', '-m', 'The task', `${commit}^{tree}`);
    await gitIn(scratch)('update-ref', 'refs/heads/sealed', stdout.trim());
    const git = gitIn(root);
    await git('init', '--quiet', `--initial-branch=${BASE}`);
    await git('fetch', '--quiet', '--no-tags', '--', scratch, 'refs/heads/sealed');
    await git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    await rm(join(root, '.git', 'FETCH_HEAD'), { force: true });
  });

const REGULAR = /^100(?:644|755)$/;
const FIELDS = 6;

type Entry = { readonly path: string; readonly mode: string; readonly removed: boolean };

/** `diff-tree -z --raw`: `:oldmode newmode old new status`, then the path. */
const readEntries = (raw: string): readonly Entry[] => {
  const parts = raw.split('\0');
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const words = parts[at]!.split(' ');
    if (words.length < FIELDS - 1) continue;
    entries.push({ path: parts[at + 1]!, mode: words[1]!, removed: words[4] === 'D' });
  }
  return entries;
};

const MOST_BYTES = 256 * 1024 * 1024;

const openCommit = async (root: string, commit: string): Promise<FetchedCommit> => {
  const bytesOf = async (...words: readonly string[]): Promise<Buffer> => {
    const { stdout } = await promisify(execFile)('git', [...SETTINGS, ...words], {
      cwd: root,
      env: { ...process.env, ...IDENTITY },
      encoding: 'buffer',
      maxBuffer: MOST_BYTES,
    });
    return stdout;
  };
  const textOf = async (...words: readonly string[]) => (await bytesOf(...words)).toString('utf8');
  const [id = '', parent = ''] = (await textOf('rev-list', '--parents', '-n', '1', commit)).trim().split(' ');
  if (parent === '')
    throw new UserError(
      'task-commit',
      `${commit} has no parent: there is nothing that it fixes`,
      'Name another commit.',
    );
  const entries = readEntries(await textOf('diff-tree', '-r', '-z', '--raw', '--no-renames', parent, id));
  const written = entries.filter(({ mode, removed }) => !removed && REGULAR.test(mode));
  return {
    commit: id,
    parent,
    message: await textOf('show', '--no-patch', '--format=%B', id),
    written: written.map(({ path }) => path),
    removed: entries.flatMap(({ path, removed }) => (removed ? [path] : [])),
    read: (paths) =>
      Promise.all(
        paths.map(async (path) => ({
          path,
          bytes: await bytesOf('cat-file', 'blob', `${id}:${path}`),
          executable: written.some((one) => one.path === path && one.mode === '100755'),
        })),
      ),
    diff: (paths) =>
      paths.length === 0
        ? Promise.resolve(new Uint8Array())
        : bytesOf(
            '--literal-pathspecs',
            'diff',
            '--binary',
            '--no-renames',
            '--no-ext-diff',
            '--no-textconv',
            parent,
            id,
            '--',
            ...paths,
          ),
  };
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
    fromGit: async ({ git: address, ref }) => {
      const source = sourceOf(address);
      const { stdout } = FULL_ID.test(ref)
        ? { stdout: ref }
        : await gitIn(tmpdir())('ls-remote', '--exit-code', '--', source, ref, `${ref}^{}`).catch(() => ({
            stdout: ref,
          }));
      // A branch moves: the commit it points at is part of the name.
      return kept(keyOf(['sealed', address, ref, stdout]), (root) => sealRepository(root, home, source, ref));
    },
    readCommit: async ({ git: address, commit }) => {
      const source = sourceOf(address);
      if (!FULL_ID.test(commit))
        return mkdir(home, { recursive: true }).then(() =>
          inScratch(home, async (scratch) => {
            const id = await fetchInto(scratch, source, commit, 2);
            const { root } = await kept(keyOf(['commit', address, id]), async (at) => {
              await fetchInto(at, scratch, id, 2);
            });
            return openCommit(root, id);
          }),
        );
      const { root } = await kept(keyOf(['commit', address, commit]), async (at) => {
        await fetchInto(at, source, commit, 2);
      });
      return openCommit(root, commit);
    },
  };
};
