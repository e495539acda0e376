import { open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import type { VersionManager } from '../../../../core/languages/parts/toolchain.ts';
import { mayBeShown, type Secrets, SYSTEM_FOLDERS } from './bindable-folders.ts';
import { isInside, isInsideAny } from './inside-folder.ts';

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
const MAX_LINKS = 2000;
/** More programs than this in one folder are shown with the folder. */
const MAX_PROGRAMS = 300;

/** What an installation keeps beside its programs; a folder of scripts has none of it. */
const INSTALLED =
  /^(?:lib(?:32|64|exec)?|share|include|jmods|conda-meta|pkg|pyvenv\.cfg|package\.json|node_modules)$/;
/** Of such a prefix, all that programs need; loose files beside it may be anything. */
const PARTS =
  /^(?:bin|sbin|shims|lib(?:32|64|exec)?|share|include|etc|conf|jmods|jre|pkg|src|misc|boot|ssl|conda-meta|node_modules|dist|build|pyvenv\.cfg|package\.json|go\.env|VERSION|release)$/;

export type Toolchains = {
  /** Folders outside the system, and single programs, that are shown read-only at their own path. */
  readonly folders: readonly string[];
  /** Links among programs: path → what it leads to, as written. */
  readonly links: Readonly<Record<string, string>>;
  /** Folders on PATH of which only the programs are shown, since they hold other files too. */
  readonly partly: readonly string[];
  readonly path: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const prefixOf = (folder: string): string =>
  ['bin', 'sbin', 'shims'].includes(basename(folder)) ? dirname(folder) : folder;

/** Where the links in a folder of commands lead: `~/.local/bin/tool` may be a whole environment elsewhere. */
const linkTargets = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MAX_LINKS);
  const targets = await Promise.all(links.map((link) => realpath(join(folder, link.name)).catch(() => null)));
  return [...new Set(targets.flatMap((target) => (target === null ? [] : [dirname(target)])))];
};

/** Whether a folder of commands belongs to an installation: what is beside it tells. */
const isInstalled = async (prefix: string): Promise<boolean> =>
  (await readdir(prefix).catch(() => [])).some((name) => INSTALLED.test(name));

const isProgram = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || (found.mode & 0o111) === 0) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, 2).toString('latin1') === '#!' || buffer.toString('latin1') === '\u007fELF';
  } finally {
    await file.close();
  }
};

type Programs = {
  readonly files: readonly string[];
  readonly links: Readonly<Record<string, string>>;
  /** Whether it holds anything else. */
  readonly others: boolean;
};

/** The programs of one folder: what a script lies beside is nobody's business. */
const programsIn = async (folder: string): Promise<Programs> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  const links: Record<string, string> = {};
  for (const entry of entries.slice(0, MAX_LINKS)) {
    const path = join(folder, entry.name);
    if (files.length >= MAX_PROGRAMS || !(await isProgram(path))) continue;
    if (entry.isSymbolicLink()) links[path] = await readlink(path);
    else files.push(path);
  }
  return { files, links, others: files.length + Object.keys(links).length < entries.length };
};

const wantedIn = (path: string, { hidden }: Secrets): readonly string[] => {
  const entries = path.split(':').filter((entry) => isAbsolute(entry));
  const plain = [...new Set(entries.map((entry) => normalize(entry).replace(/(?<=.)\/$/, '')))];
  return plain.filter((entry) => !isInsideAny(entry, hidden) && !entry.includes('/node_modules/'));
};

/** Finds what PATH promises, wherever it is installed, without showing the home around it. */
export const findToolchains = async (
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Secrets,
): Promise<Toolchains> => {
  const folders = new Set<string>();
  const links = new Map<string, string>();
  const partly = new Set<string>();
  const variables = new Map<string, string>();
  const isVisible = (folder: string) => isInsideAny(folder, [...SYSTEM_FOLDERS, ...folders]);
  const show = async (...choices: readonly string[]): Promise<void> => {
    for (const folder of choices) {
      if (isVisible(folder)) return;
      if (!mayBeShown(folder, secrets) || !(await isFolder(folder))) continue;
      folders.add(folder);
      return;
    }
  };
  const showPrograms = async (folder: string): Promise<void> => {
    if (isVisible(folder) || !mayBeShown(folder, secrets)) return;
    const found = await programsIn(folder);
    for (const file of found.files) folders.add(file);
    for (const [path, target] of Object.entries(found.links))
      if (mayBeShown(dirname(await realpath(path)), secrets)) links.set(path, target);
    if (found.others) partly.add(folder);
  };
  /** A whole installation, or nothing but the programs. */
  const showCommands = async (folder: string): Promise<void> => {
    const prefix = prefixOf(folder);
    if (isVisible(folder)) return;
    if (!mayBeShown(prefix, secrets) || !(await isInstalled(prefix))) return showPrograms(folder);
    for (const name of (await readdir(prefix)).filter((each) => PARTS.test(each)))
      if (mayBeShown(join(prefix, name), secrets)) folders.add(join(prefix, name));
    if (prefix === folder) await showPrograms(folder);
  };
  const wanted = wantedIn(environment['PATH'] ?? '', secrets);
  for (const entry of wanted) {
    const manager = MANAGERS.find(({ on }) => isInside(entry, join(secrets.home, on)));
    if (manager?.variable) variables.set(manager.variable[0], join(secrets.home, manager.variable[1]));
    for (const shown of manager?.shows ?? []) await show(join(secrets.home, shown));
    if (manager === undefined) await showCommands(entry);
    const targets = isInside(entry, '/usr') && !isInside(entry, '/usr/local') ? [] : await linkTargets(entry);
    for (const target of targets) await showCommands(target);
  }
  const holds = (entry: string): boolean =>
    [...folders, ...links.keys()].some((path) => dirname(path) === entry);
  for (const name of FOLDER_VARIABLES) {
    const folder = environment[name];
    if (folder === undefined || !isAbsolute(folder)) continue;
    await show(normalize(folder));
    if (isVisible(normalize(folder))) variables.set(name, folder);
  }
  return {
    folders: [...folders].sort(),
    links: Object.fromEntries(links),
    partly: [...partly].sort(),
    path: wanted.filter((entry) => isVisible(entry) || holds(entry)),
    variables: Object.fromEntries(variables),
  };
};
