import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What only the root of a toolchain holds, itself or in `lib`. */
const TOOLCHAIN =
  /^(?:pyvenv\.cfg|conda-meta|jmods|go\.env|Cellar|src\/runtime|include\/node|lib\/(?:node_modules|(?:python|pypy)\d[\w.]*|ruby|rustlib|jrt-fs\.jar|rt\.jar|maven-core-.*|gradle-.*|erlang|elixir))$/;
/** What an installation keeps beside its programs; a folder of scripts has none of it. */
const INSTALLED = /^(?:lib(?:32|64|exec)?|share|include|pkg|jars|sdk|package\.json|node_modules)$/;
/** Of an installation that is no known toolchain, what programs need; the rest may be anything. */
const PARTS =
  /^(?:bin|sbin|exe|shims|lib(?:32|64|exec)?|share|include|etc|conf|pkg|ssl|jars|python|sdk|shared|host|packs|platform|packages|plugins|modules|resources|locales|runtime|node_modules|versions|dist|build|package\.json|version|build\.txt)$/;
/** Of the loose files at the root of a toolchain or package, those that it may read or load. */
const ROOT_FILES =
  /^(?:VERSION|version|release|go\.env|[\w.-]+\.(?:cfg|conf|properties|toml|json|[cm]?js|py|rb|sh|jar|node|so))$/;
/** Files that say: here begins a package. */
const PACKAGE = /^(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|.*\.gemspec)$/;
const PACKAGE_DEPTH = 3;
/** Packages that are installed together, and load each other; or the one folder of a library. */
const TOGETHER = [
  /^(.*?\/(?:node_modules|site-packages|dist-packages))\//,
  /^(.*?\/lib(?:32|64|exec)?\/[^/]+)\//,
];

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** `tool/bin` is the folder of commands of `tool`. */
export const prefixOf = (folder: string): string =>
  ['bin', 'sbin', 'shims'].includes(basename(folder)) ? dirname(folder) : folder;

export type Installation = {
  /** Paths to show whole. */
  readonly shown: readonly string[];
  /** Whether more of it stays hidden than loose files. */
  readonly reduced: boolean;
};

const wholeOf = async (root: string): Promise<Installation> => {
  const names = await namesIn(root);
  const wanted = await Promise.all(
    names.map(async (name) =>
      (await isFolder(join(root, name))) ? !name.startsWith('.') : ROOT_FILES.test(name),
    ),
  );
  return { shown: names.filter((_, at) => wanted[at]).map((name) => join(root, name)), reduced: false };
};

const isToolchain = async (root: string): Promise<boolean> => {
  const below = await Promise.all(
    ['lib', 'src', 'include'].map(async (folder) =>
      (await namesIn(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  return [...(await namesIn(root)), ...below.flat()].some((name) => TOOLCHAIN.test(name));
};

/** What a folder that holds commands shows of itself; null: nothing says that it was installed. */
export const installationAt = async (root: string): Promise<Installation | null> => {
  if (await isToolchain(root)) return wholeOf(root);
  const names = await namesIn(root);
  if (!names.some((name) => INSTALLED.test(name))) return null;
  const parts = names.filter((name) => PARTS.test(name));
  return { shown: parts.map((name) => join(root, name)), reduced: parts.length < names.length };
};

/** The package that a program belongs to, with those beside it that it may load; null: it belongs to none. */
export const packageOf = async (program: string): Promise<Installation | null> => {
  const prefix = prefixOf(dirname(program));
  if (await isToolchain(prefix)) return wholeOf(prefix);
  const [together] = TOGETHER.flatMap((pattern) => pattern.exec(program)?.[1] ?? []);
  if (together !== undefined) return { shown: [together], reduced: false };
  let folder = dirname(program);
  for (let depth = 0; depth < PACKAGE_DEPTH; depth++, folder = dirname(folder))
    if ((await namesIn(folder)).some((name) => PACKAGE.test(name))) return wholeOf(folder);
  return installationAt(prefix);
};

const STARTS = ['#!', '\u007fELF'];

/** By its mode, and its first bytes or a name without an ending: some file systems call every file executable. */
export const isCommand = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || (found.mode & 0o111) === 0) return false;
  if (!basename(path).includes('.')) return true;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return STARTS.some((start) => buffer.toString('latin1').startsWith(start));
  } finally {
    await file.close();
  }
};
