import type { Stats } from 'node:fs';
import { lstat, realpath, rm, writeFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Base, ImportHow } from '../../../ports/git-repository.ts';
import { type MadeTree, refused } from './apply-patch-to-tree.ts';
import type { Places } from '../repository/locate-repository.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { listTreeFiles } from '../objects/read-objects.ts';
import { type GitRun, sentence } from '../repository/run-git.ts';
import { type TemporaryIndex, withIndexOf, writeTree } from '../objects/temporary-index.ts';

/** Files that tools leave in a folder and that are never part of a proposal. */
const LEFTOVERS = ['node_modules', '.venv', 'target', '__pycache__'];

const escapePattern = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&');

/** Folders of such a name that the base tracks: there they are ordinary source. */
const trackedLeftovers = (baseFiles: readonly string[]): readonly string[] => {
  const found = new Set<string>();
  for (const file of baseFiles) {
    const names = file.split('/').slice(0, -1);
    names.forEach((name, i) => {
      if (LEFTOVERS.includes(name)) found.add(names.slice(0, i + 1).join('/'));
    });
  }
  return [...found].filter((path) => !path.includes('\n')).sort();
};

/** An ignore file for the comparison with a folder; it never ignores files that the base tracks. */
const folderExcludes = async (commonDir: string, baseFiles: readonly string[]): Promise<string> => {
  const local = await readFile(join(commonDir, 'info', 'exclude'), 'utf8').catch(() => '');
  return [
    local,
    ...LEFTOVERS.map((name) => `${name}/`),
    ...trackedLeftovers(baseFiles).map((path) => `!/${escapePattern(path)}/`),
    '/.hydra',
    '',
  ].join('\n');
};

const MAX_FOLDER_BYTES = 256 * 1024 * 1024;
const FOLDER_TIMEOUT_MS = 300_000;
const AT_ONCE = 64;

type Git = (args: readonly string[], stdin?: Uint8Array) => Promise<GitRun>;

/** Paths are bytes to git: one character per byte keeps those that are not valid text. */
const names = (run: GitRun): readonly string[] =>
  run.stdout
    .toString('latin1')
    .split('\0')
    .filter((name) => name !== '');

const asList = (paths: readonly string[]): Buffer =>
  Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');

/** Changed and new paths with their current content; links are not followed. */
const inspect = async (folder: string, paths: readonly string[]): Promise<readonly (Stats | null)[]> => {
  const found: (Stats | null)[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const place = (path: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
    found.push(...(await Promise.all(some.map((path) => lstat(place(path)).catch(() => null)))));
  }
  return found;
};

const untrackedIn = async (git: Git): Promise<readonly string[]> =>
  names(await git(['ls-files', '-z', '--others', '--exclude-standard']));

/** A program may make repositories within repositories; deeper ones are left alone. */
const MOST_NESTED = 8;

/** Untracked files, after removing the `.git` of repositories inside the folder: their files are changes too. */
const flatten = async (git: Git, folder: string): Promise<readonly string[]> => {
  for (let depth = 0; ; depth += 1) {
    const untracked = await untrackedIn(git);
    const nested = untracked.filter((path) => path.endsWith('/'));
    if (nested.length === 0 || depth === MOST_NESTED) return untracked;
    for (const path of nested)
      await rm(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(`${path}.git`, 'latin1')]), {
        recursive: true,
        force: true,
      });
  }
};

type Differences = {
  readonly present: readonly string[];
  readonly gone: readonly string[];
  readonly bytes: number;
};

/** Differences between the folder and the base's tree, in both directions. */
const compare = async (git: Git, folder: string, flat: boolean): Promise<Differences> => {
  await git(['update-index', '-q', '--refresh', '--ignore-submodules']);
  // `dirty` keeps git from running inside a nested repository with foreign settings.
  const status = names(await git(['diff-files', '-z', '--name-status', '--ignore-submodules=dirty']));
  const tracked = status.filter((_, at) => at % 2 === 1);
  const deleted = new Set(tracked.filter((_, at) => status[2 * at] === 'D'));
  const untracked = await (flat ? flatten(git, folder) : untrackedIn(git));
  // A nested repository is listed as a folder, and left alone.
  const paths = [
    ...tracked.filter((path) => !deleted.has(path)),
    ...untracked.filter((path) => !path.endsWith('/')),
  ];
  const found = await inspect(folder, paths);
  // A changed submodule is a folder; pipes, sockets and devices are ignored.
  const usable = (at: number) =>
    found[at]?.isFile() || found[at]?.isSymbolicLink() || found[at]?.isDirectory();
  return {
    present: paths.filter((_, at) => usable(at)),
    gone: [...deleted, ...paths.filter((_, at) => !usable(at))],
    bytes: found.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0),
  };
};

const takeFolder = async (
  store: ObjectStore,
  index: TemporaryIndex,
  folder: string,
  { excludes, flatten: flat = false }: ImportHow & { readonly excludes: string },
): Promise<MadeTree> => {
  const excludesFile = join(index.folder, 'excludes');
  await writeFile(excludesFile, excludes);
  const git: Git = (args, stdin) =>
    store.run({
      args: ['-c', `core.excludesFile=${excludesFile}`, ...args],
      cwd: folder,
      env: { ...index.env, GIT_WORK_TREE: folder },
      timeoutMs: FOLDER_TIMEOUT_MS,
      ...(stdin ? { stdin } : {}),
    });
  const { present, gone, bytes } = await compare(git, folder, flat);
  if (bytes > MAX_FOLDER_BYTES)
    return refused(`has more than ${MAX_FOLDER_BYTES >> 20} MB of new or changed files`);
  for (const [how, paths] of [
    [['--force-remove'], gone],
    [['--add', '--remove', '--replace'], present],
  ] as const) {
    // Most changes need one of the two.
    const updated =
      paths.length === 0 ? null : await git(['update-index', '-z', ...how, '--stdin'], asList(paths));
    if (updated !== null && updated.code !== 0) return refused(`cannot be read: ${sentence(updated.stderr)}`);
  }
  const written = await writeTree(store, index);
  return written.tree === null ? refused(`cannot be read: ${written.why}`) : { ok: true, tree: written.tree };
};

/** The same for every folder that is compared with one base. */
const lastExcludes = new WeakMap<ObjectStore, { readonly tree: string; readonly text: Promise<string> }>();

const excludesFor = (store: ObjectStore, places: Places, { tree }: Base): Promise<string> => {
  const last = lastExcludes.get(store);
  if (last?.tree === tree) return last.text;
  const text = listTreeFiles(store, tree).then((files) => folderExcludes(places.commonDir, files));
  lastExcludes.set(store, { tree, text });
  text.catch(() => lastExcludes.delete(store));
  return text;
};

/** The folder's files as a tree, as `git add -A` would take them, compared with the base, not the folder's own git. */
export const importFolder = async (
  store: ObjectStore,
  places: Places,
  base: Base,
  { at, ...how }: ImportHow & { readonly at: string },
): Promise<MadeTree> => {
  const folder = await realpath(resolve(at)).catch(() => null);
  if (folder === null || !(await lstat(folder)).isDirectory()) return refused('is not a folder');
  const excludes = await excludesFor(store, places, base);
  return withIndexOf(store, base.tree, (index) => takeFolder(store, index, folder, { excludes, ...how }));
};
