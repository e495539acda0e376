import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FetchedCommit } from '../../../ports/task-repositories.ts';
import { UserError } from '../../../errors/user-error.ts';

export const TASK_BRANCH = 'main';
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
export const FULL_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export const gitIn =
  (cwd: string, dates: Readonly<Record<string, string>> = {}) =>
  (...words: readonly string[]) =>
    promisify(execFile)('git', [...SETTINGS, ...words], {
      cwd,
      env: { ...process.env, ...IDENTITY, ...dates },
    });

const NOT_FETCHED =
  'Give a local path or an https or ssh address, and a commit, tag or branch of it; HYDRA_TASK_MIRRORS may point to a folder of clones.';

/** What git adds when the other side ends, in any order with the reason. */
const AFTERMATH = /aborting due to|died with error|early EOF|hung up|index-pack|Could not read from remote/;

const causeOf = (message: string): string => {
  const lines = message.split('\n').map((line) => line.trim());
  const isCause = (line: string): boolean =>
    /^(?:remote: )?(?:fatal|error): /.test(line) && !AFTERMATH.test(line);
  return lines.find(isCause) ?? lines.at(-1) ?? '';
};

/** A shallow copy if the other side gives a commit by its id, else all of it. */
export const fetchInto = async (
  root: string,
  source: string,
  ref: string,
  depth: number,
): Promise<string> => {
  const git = gitIn(root);
  await git('init', '--quiet', `--initial-branch=${TASK_BRANCH}`);
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
      `${ref} of ${source} cannot be fetched: ${causeOf(message)}`,
      NOT_FETCHED,
    );
  }
};

export const inScratch = async <T>(home: string, work: (root: string) => Promise<T>): Promise<T> => {
  const scratch = await mkdtemp(join(home, '.fetching-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** The nearest tag, known if the source is local or all of it was fetched; null: none is known. */
const nearestTag = async (places: readonly string[], commit: string): Promise<string | null> => {
  for (const place of places)
    try {
      const { stdout } = await gitIn(place)('describe', '--tags', '--abbrev=0', commit);
      return stdout.trim();
    } catch {
      // No tag, no history, or not a folder: another place may know.
    }
  return null;
};

/**
 * Its files as one new commit, with its date and its nearest tag, from which many projects read their version; nothing else of the
 * past or the future of the commit comes along.
 */
export const sealRepository = (root: string, home: string, source: string, ref: string): Promise<void> =>
  inScratch(home, async (scratch) => {
    const commit = await fetchInto(scratch, source, ref, 1);
    // Its date stays: dependencies that no lockfile names are those of its time.
    const { stdout: date } = await gitIn(scratch)('show', '--no-patch', '--format=%cI', commit);
    const dates = { GIT_AUTHOR_DATE: date.trim(), GIT_COMMITTER_DATE: date.trim() };
    const { stdout } = await gitIn(scratch, dates)('commit-tree', '-m', 'The task', `${commit}^{tree}`);
    await gitIn(scratch)('update-ref', 'refs/heads/sealed', stdout.trim());
    const git = gitIn(root);
    await git('init', '--quiet', `--initial-branch=${TASK_BRANCH}`);
    await git('fetch', '--quiet', '--no-tags', '--', scratch, 'refs/heads/sealed');
    await git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    const tag = await nearestTag([scratch, source], commit);
    if (tag !== null && tag !== '') await git('update-ref', `refs/tags/${tag}`, 'HEAD');
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

export const openCommit = async (root: string, commit: string): Promise<FetchedCommit> => {
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
      'Choose another commit.',
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
