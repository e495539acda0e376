import { readdir, realpath, stat } from 'node:fs/promises';
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

export type Toolchains = {
  /** Folders outside the system that are shown read-only at their own path. */
  readonly folders: readonly string[];
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

/** Finds what PATH promises, wherever it is installed, without showing the home around it. */
export const findToolchains = async (
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Secrets,
): Promise<Toolchains> => {
  const folders = new Set<string>();
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
  const entries = (environment['PATH'] ?? '').split(':').filter((entry) => isAbsolute(entry));
  const path = [...new Set(entries.map((entry) => normalize(entry).replace(/(?<=.)\/$/, '')))];
  const wanted = path.filter(
    (entry) => !isInsideAny(entry, secrets.hidden) && !entry.includes('/node_modules/'),
  );
  for (const entry of wanted) {
    const manager = MANAGERS.find(({ on }) => isInside(entry, join(secrets.home, on)));
    if (manager?.variable) variables.set(manager.variable[0], join(secrets.home, manager.variable[1]));
    for (const shown of manager?.shows ?? []) await show(join(secrets.home, shown));
    if (manager === undefined) await show(prefixOf(entry), entry);
    const targets = isInside(entry, '/usr') && !isInside(entry, '/usr/local') ? [] : await linkTargets(entry);
    for (const target of targets) await show(prefixOf(target), target);
  }
  for (const name of FOLDER_VARIABLES) {
    const folder = environment[name];
    if (folder === undefined || !isAbsolute(folder)) continue;
    await show(normalize(folder));
    if (isVisible(normalize(folder))) variables.set(name, folder);
  }
  return {
    folders: [...folders].sort(),
    path: wanted.filter((entry) => isVisible(entry)),
    variables: Object.fromEntries(variables),
  };
};
