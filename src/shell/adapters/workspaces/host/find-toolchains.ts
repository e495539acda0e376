import { realpathSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import type { VersionManager } from '../../../../core/languages/parts/toolchain.ts';
import { mayBeShown, type Secrets, SYSTEM_FOLDERS } from './bindable-folders.ts';
import { isInside, isInsideAny } from './inside-folder.ts';
import { type Installation, installationAt, isCommand, packageOf, prefixOf } from './installations.ts';
import { leadsToFolder } from '../../system/path-kind.ts';

/** Version managers whose commands need more than the folder on PATH, and those that serve many languages. */
const MANAGERS: readonly VersionManager[] = [
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.versionManagers),
  { on: '.asdf', shows: ['.asdf'], variable: ['ASDF_DATA_DIR', '.asdf'] },
  { on: '.local/share/mise', shows: ['.local/share/mise'], variable: ['MISE_DATA_DIR', '.local/share/mise'] },
];

/** Variables that name the folder of a toolchain; passed on if the folder can be shown. */
const FOLDER_VARIABLES = [
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.folderVariables),
  'DOTNET_ROOT',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
];
const MAX_ENTRIES = 2000;
/** Many mounts of single files are slow: a folder with more programs than this is shown whole. */
const MAX_PROGRAMS = 100;
/** A link in a folder of commands may lead to an environment whose commands are links again. */
const MAX_DEPTH = 3;

export type Toolchains = {
  /** Folders outside the system, and single programs, that are shown read-only at their own path. */
  readonly folders: readonly string[];
  /** Links among programs: path → what it finally leads to. */
  readonly links: Readonly<Record<string, string>>;
  /** Folders on PATH of which only the programs, and files installed with them, are shown. */
  readonly partly: readonly string[];
  /** Folders on PATH with so many programs that they are shown whole. */
  readonly crowded: readonly string[];
  /** Folders on PATH that are not shown at all. */
  readonly leftOut: readonly string[];
  readonly path: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

type Programs = {
  readonly files: readonly string[];
  /** Path of a link → real path of its program. */
  readonly links: readonly (readonly [string, string])[];
  /** Whether it contains anything else. */
  readonly others: boolean;
};

/** The programs of one folder; other files next to a script are not shown. */
const programsIn = async (folder: string): Promise<Programs> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  const links: (readonly [string, string])[] = [];
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const path = join(folder, entry.name);
    if (!(await isCommand(path))) continue;
    if (entry.isSymbolicLink()) links.push([path, await realpath(path)]);
    else files.push(path);
  }
  return { files, links, others: files.length + links.length < entries.length };
};

/** Synchronous: there may be a thousand, and handing each to a thread takes several times as long. */
const realPathNow = (path: string): string | null => {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
};

/** Where the links in a folder of commands lead: `~/.local/bin/tool` may be a whole environment elsewhere. */
const linkTargets = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MAX_ENTRIES);
  return [...new Set(links.flatMap((link) => realPathNow(join(folder, link.name)) ?? []))];
};

/** Without the folders of packages, which package managers add for their own scripts. */
const entriesOf = (path: string): readonly string[] => {
  const entries = path.split(':').filter((entry) => isAbsolute(entry));
  const plain = [...new Set(entries.map((entry) => normalize(entry).replace(/(?<=.)\/$/, '')))];
  return plain.filter((entry) => !entry.includes('/node_modules/'));
};

/** What has been shown so far, and the rules for adding to it. */
class Shown {
  readonly folders = new Set<string>();
  readonly links = new Map<string, string>();
  readonly partly = new Set<string>();
  readonly crowded = new Set<string>();
  readonly #followed = new Set<string>();
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  has(path: string): boolean {
    return isInsideAny(path, [...SYSTEM_FOLDERS, ...this.folders]);
  }

  /** Neither the path nor what it leads to is private. */
  async #mayShow(path: string): Promise<boolean> {
    const real = await realpath(path).catch(() => path);
    return [path, real].every((each) => mayBeShown(each, this.#secrets));
  }

  async whole(path: string): Promise<void> {
    if (!this.has(path) && (await this.#mayShow(path))) this.folders.add(path);
  }

  async #installation(found: Installation | null): Promise<boolean> {
    for (const path of found?.shown ?? []) await this.whole(path);
    return found !== null;
  }

  async #programs(folder: string): Promise<void> {
    if (this.has(folder) || !(await this.#mayShow(folder))) return;
    const { files, links, others } = await programsIn(folder);
    if (files.length > MAX_PROGRAMS) {
      this.folders.add(folder);
      this.crowded.add(folder);
      return;
    }
    for (const path of files) this.folders.add(path);
    for (const [path, target] of links) this.links.set(path, target);
    if (others) this.partly.add(folder);
  }

  /** A whole toolchain, the parts of an installation, or only the programs. */
  async commands(folder: string): Promise<void> {
    const prefix = prefixOf(folder);
    if (this.has(folder)) return;
    const found = mayBeShown(prefix, this.#secrets) ? await installationAt(prefix) : null;
    if (found?.reduced === true) this.partly.add(folder);
    if (!(await this.#installation(found)) || !this.has(folder)) await this.#programs(folder);
  }

  /** What the links among these commands need: the packages or environments that they lead into. */
  async follow(folder: string, depth = MAX_DEPTH): Promise<void> {
    if (depth === 0 || this.#followed.has(folder)) return;
    this.#followed.add(folder);
    for (const target of await linkTargets(folder)) {
      const home = dirname(target);
      if (!this.has(target) && mayBeShown(home, this.#secrets)) {
        await this.#installation(await packageOf(target));
        if (!this.has(target)) await this.#programs(home);
      }
      if (!isInsideAny(home, SYSTEM_FOLDERS)) await this.follow(home, depth - 1);
    }
  }

  /** Links that lead to something shown, where no mount is or begins. */
  usableLinks(): Readonly<Record<string, string>> {
    const mounts = [...this.folders];
    return Object.fromEntries(
      [...this.links].filter(
        ([path, target]) =>
          this.has(target) && !this.has(path) && !mounts.some((mount) => isInside(mount, path)),
      ),
    );
  }
}

/** Finds the programs on PATH, wherever they are installed, without showing the home around them. */
export const findToolchains = async (
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Secrets,
): Promise<Toolchains> => {
  const shown = new Shown(secrets);
  const variables = new Map<string, string>();
  const showFolder = async (folder: string): Promise<void> => {
    if (await leadsToFolder(folder)) await shown.whole(folder);
  };
  const entries = entriesOf(environment['PATH'] ?? '');
  const wanted = entries.filter((entry) => !isInsideAny(entry, secrets.hidden));
  for (const entry of wanted) {
    const manager = MANAGERS.find(({ on }) => isInside(entry, join(secrets.home, on)));
    if (manager?.variable) variables.set(manager.variable[0], join(secrets.home, manager.variable[1]));
    for (const folder of manager?.shows ?? []) await showFolder(join(secrets.home, folder));
    if (manager === undefined) await shown.commands(entry);
    if (!isInside(entry, '/usr') || isInside(entry, '/usr/local')) await shown.follow(entry);
  }
  for (const name of FOLDER_VARIABLES) {
    const folder = environment[name];
    if (folder === undefined || !isAbsolute(folder)) continue;
    await showFolder(normalize(folder));
    if (shown.has(normalize(folder))) variables.set(name, folder);
  }
  const links = shown.usableLinks();
  const dropped = new Set(
    [...shown.links.keys()].filter((path) => !Object.hasOwn(links, path) && !shown.has(path)).map(dirname),
  );
  const holdsPrograms = new Set([...shown.folders, ...Object.keys(links)].map(dirname));
  const isOnPath = (entry: string): boolean => shown.has(entry) || holdsPrograms.has(entry);
  const exists = await Promise.all(entries.map(leadsToFolder));
  const path = wanted.filter(isOnPath);
  return {
    folders: [...shown.folders].sort(),
    links,
    partly: path.filter((entry) => shown.partly.has(entry) || dropped.has(entry)),
    crowded: path.filter((entry) => shown.crowded.has(entry)),
    leftOut: entries.filter((entry, at) => exists[at] && !path.includes(entry)),
    path,
    variables: Object.fromEntries(variables),
  };
};
