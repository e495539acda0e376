import { createHash } from 'node:crypto';
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyHarnessPath, type HarnessPart } from '../../../../core/analyse/harness/harness-paths.ts';
import { isInstalledPackage } from '../../../../core/analyse/paths/installed-packages.ts';
import { folderOf } from '../../../../core/domain/source/path-parts.ts';
import type { ReadOnly } from '../../../../core/domain/work/work.ts';
import type { TreeChange } from '../../../ports/workspaces.ts';
import { parentsOf } from '../host/safe-path.ts';
import type { TrackedFile } from '../tree/base-checkout.ts';
import type { Mount } from '../tree/mount.ts';

/** A lockfile is rewritten by installations, and no test reads it. */
const KEPT: ReadonlySet<HarnessPart | null> = new Set([
  'test',
  'fixture',
  'snapshot',
  'runner-config',
  'lint-config',
  'script',
  'manifest',
] as const);
/** Settings count even if the tree has none: a runner finds them by name. */
const PLANTED: ReadonlySet<HarnessPart | null> = new Set(['runner-config', 'lint-config'] as const);

const SUBMODULE = '160000';
const LINK = '120000';
const LARGEST_READ = 64 * 1024 * 1024;
/** Number of installed files to check; a tool that writes more is not cheating. */
const MOST_LOOKED_AT = 20_000;

type Kept = TreeChange & { readonly blob: string };

/** Harness files of a tree, and all its folders. */
export type Harness = {
  readonly files: ReadonlyMap<string, Kept>;
  readonly folders: ReadonlySet<string>;
};

const isPlainFile = ({ blob, mode }: TreeChange): boolean =>
  blob !== null && mode !== SUBMODULE && mode !== LINK;

const isKept = (change: TreeChange): change is Kept =>
  change.blob !== null && change.mode !== SUBMODULE && KEPT.has(classifyHarnessPath(change.path));

export const harnessOf = (tracked: readonly TrackedFile[]): Harness => {
  const folders = new Set(['']);
  for (const { path } of tracked)
    for (const parent of parentsOf(path)) {
      if (folders.has(parent)) break;
      folders.add(parent);
    }
  return { files: new Map(tracked.filter(isKept).map((file) => [file.path, file])), folders };
};

/** The same with a candidate's changes laid over it. */
const withChanges = ({ files, folders }: Harness, changes: readonly TreeChange[]): Harness => {
  if (changes.length === 0) return { files, folders };
  const [all, places] = [new Map(files), new Set(folders)];
  for (const change of changes) {
    all.delete(change.path);
    if (isKept(change)) all.set(change.path, change);
    if (change.blob !== null) for (const parent of parentsOf(change.path)) places.add(parent);
  }
  return { files: all, folders: places };
};

const statOf = (path: string): Promise<BigIntStats | null> => lstat(path, { bigint: true }).catch(() => null);

const listOf = (path: string): Promise<readonly Dirent[]> =>
  readdir(path, { withFileTypes: true }).catch(() => []);

/** Changes with every write, even one that restores the content; programs cannot set it. */
const markOf = ({ ino, ctimeNs }: BigIntStats): string => `${ino} ${ctimeNs}`;
const folderMark = ({ ino, birthtimeNs }: BigIntStats): string => `${ino} ${birthtimeNs}`;

const contentOf = async (at: string, found: BigIntStats): Promise<Buffer | null> => {
  if (found.isSymbolicLink()) return readlink(at, { encoding: 'buffer' });
  if (!found.isFile() || found.size > LARGEST_READ) return null;
  return readFile(at).catch(() => null);
};

const holds = async (at: string, { mode, blob }: Kept): Promise<boolean> => {
  const found = await statOf(at);
  if (found === null || found.isSymbolicLink() !== (mode === LINK)) return false;
  const content = await contentOf(at, found);
  if (content === null) return false;
  const algorithm = blob.length === 64 ? 'sha256' : 'sha1';
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex') === blob;
};

type Sightings = {
  /** Harness files that differ from what we laid. */
  readonly touched: Set<string>;
  /** Those whose folder is gone or no longer a real folder. */
  readonly displaced: Set<string>;
  /** Settings that are in no tree. */
  readonly planted: Set<string>;
  /** Installed files that were replaced. */
  readonly replaced: Set<string>;
  /** Folders with harness files that may now hide a lower layer. */
  readonly covered: Map<string, string>;
};

/** By folder: the harness files in it, and the folders in it that contain some. */
const byFolder = (files: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const places = new Map<string, Set<string>>();
  for (const file of files)
    for (const path of [file, ...parentsOf(file)])
      places.set(folderOf(path), (places.get(folderOf(path)) ?? new Set<string>()).add(path));
  return places;
};

/** Names in these folders as commands see them. */
export type ListView = (folders: readonly string[]) => Promise<ReadonlySet<string>>;

export type Altered = {
  /** Files of the tree, to be restored. */
  readonly files: readonly Kept[];
  readonly others: readonly string[];
};

/** Notices, between commands, what they do to the harness of one workspace. */
export class HarnessKeeper {
  readonly #harness: Harness;
  readonly #inFolder: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #listView: ListView;
  /** As they were laid. */
  readonly #marks = new Map<string, string>();
  /** Folders of the upper layer that are known not to hide the layers below. */
  readonly #open = new Map<string, string>();
  readonly #known = new Set<string>();
  /** Plain files laid over the base. */
  readonly #laid: ReadonlySet<string>;

  /** `changes`: from the base to the tree under test. */
  constructor(base: Harness, changes: readonly TreeChange[], listView: ListView) {
    const harness = withChanges(base, changes);
    this.#harness = harness;
    this.#laid = new Set(changes.filter(isPlainFile).map(({ path }) => path));
    this.#inFolder = byFolder(harness.files.keys());
    this.#listView = listView;
  }

  /** The files that we laid are as they should be. */
  async settle({ tree }: Pick<Mount, 'tree'>, laid: readonly Pick<TreeChange, 'path'>[]): Promise<void> {
    for (const { path } of laid) {
      const found = this.#harness.files.has(path) ? await statOf(join(tree, path)) : null;
      if (found !== null) this.#marks.set(path, markOf(found));
    }
  }

  /** Copies have no layer that shows writes: the state of each file is noted before the first command. */
  async settleCopies(mount: Pick<Mount, 'tree'>): Promise<void> {
    const unknown = [...this.#harness.files.values()].filter(({ path }) => !this.#marks.has(path));
    await this.settle(mount, unknown);
  }

  /** Files to mount read-only, up to a limit: those laid over the base, then settings, then the base's tests. */
  readOnly({ of, also, except }: ReadOnly, most: number): readonly string[] {
    const free = new Set(except);
    const laid = also.filter((path) => this.#laid.has(path));
    const rank = (path: string): number =>
      this.#laid.has(path) ? 0 : classifyHarnessPath(path) === 'test' ? 2 : 1;
    const kept = [...this.#harness.files.values()]
      .filter(isPlainFile)
      .map(({ path }) => path)
      .filter((path) => of === 'harness' || classifyHarnessPath(path) === 'test');
    const wanted = [...new Set([...laid, ...kept])].filter((path) => !free.has(path));
    return wanted.toSorted((a, b) => rank(a) - rank(b)).slice(0, most);
  }

  /** Earlier writes are now part of the layers below. */
  forget(): void {
    this.#marks.clear();
    this.#open.clear();
  }

  /** `strict`: also files that were written to but have their old content, and installed files. */
  async altered(mount: Mount, strict: boolean): Promise<Altered> {
    const seen: Sightings = {
      touched: new Set(),
      displaced: new Set(),
      planted: new Set(),
      replaced: new Set(),
      covered: new Map(),
    };
    await this.#lookAtFolder('', mount, seen);
    if (mount.overlays) await this.#lookThrough(seen);
    else await this.#lookAtCopies(mount, seen);
    const files: Kept[] = [];
    for (const path of new Set([...seen.touched, ...seen.displaced])) {
      const kept = this.#harness.files.get(path);
      if (kept === undefined) continue;
      const same = !seen.displaced.has(path) && (await holds(join(mount.tree, path), kept));
      if (same && !strict) await this.settle(mount, [kept]);
      else files.push(kept);
    }
    for (const path of seen.planted) this.#known.add(path);
    const others = [...seen.planted, ...(strict ? seen.replaced : [])];
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), others: others.sort() };
  }

  #below(folder: string): readonly string[] {
    return [...this.#harness.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  async #lookAtFolder(folder: string, mount: Mount, seen: Sightings): Promise<void> {
    const { files, folders } = this.#harness;
    for (const entry of await listOf(join(mount.tree, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.git') continue;
      if (files.has(path)) await this.#lookAtFile(path, mount, seen);
      else if (folders.has(path)) await this.#lookAtTracked(path, mount, seen);
      else if (entry.isDirectory()) await lookAtInstalled(path, mount, seen.replaced);
      else if (PLANTED.has(classifyHarnessPath(path)) && !this.#known.has(path)) seen.planted.add(path);
    }
  }

  async #lookAtFile(path: string, { tree }: Mount, { touched }: Sightings): Promise<void> {
    const found = await statOf(join(tree, path));
    if (found === null || this.#marks.get(path) !== markOf(found)) touched.add(path);
  }

  async #lookAtTracked(path: string, mount: Mount, seen: Sightings): Promise<void> {
    const found = await statOf(join(mount.tree, path));
    if (found?.isDirectory() !== true) {
      for (const file of this.#below(path)) seen.displaced.add(file);
      return;
    }
    const mark = folderMark(found);
    if (this.#inFolder.has(path) && this.#open.get(path) !== mark) seen.covered.set(path, mark);
    await this.#lookAtFolder(path, mount, seen);
  }

  /** A folder that was removed and created again hides its content in lower layers. */
  async #lookThrough({ covered, displaced }: Sightings): Promise<void> {
    if (covered.size === 0) return;
    const names = await this.#listView([...covered.keys()]);
    for (const [folder, mark] of covered) {
      const missing = [...(this.#inFolder.get(folder) ?? [])].filter((path) => !names.has(path));
      for (const path of missing)
        for (const file of this.#harness.files.has(path) ? [path] : this.#below(path)) displaced.add(file);
      if (missing.length === 0) this.#open.set(folder, mark);
    }
  }

  /** In a plain copy every file is checked: nothing else shows removals. */
  async #lookAtCopies(mount: Mount, seen: Sightings): Promise<void> {
    for (const path of this.#harness.files.keys()) await this.#lookAtFile(path, mount, seen);
  }
}

/** Files of packages in the upper layer that a layer below has too. */
const lookAtInstalled = async (folder: string, mount: Mount, replaced: Set<string>): Promise<void> => {
  if (!mount.overlays) return;
  let left = MOST_LOOKED_AT;
  const walk = async (at: string): Promise<void> => {
    for (const entry of await listOf(join(mount.tree, at))) {
      if ((left -= 1) < 0) return;
      const path = `${at}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (isInstalledPackage(path)) {
        const lowers = await Promise.all(mount.treeLowers.map((lower) => statOf(join(lower, path))));
        if (lowers.some((lower) => lower?.isFile() === true)) replaced.add(path);
      }
    }
  };
  await walk(folder);
};
