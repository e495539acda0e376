import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import { leadsToFolder } from '../../system/path-kind.ts';

const MARKS = [
  ...LANGUAGES.map(({ toolchain }) => toolchain.installationMarks),
  /^(?:Cellar|lib\/(?:erlang|elixir))$/,
];
/** What an installation has next to its programs and a folder of scripts lacks. */
const INSTALLED = /^(?:lib(?:32|64|exec)?|share|include|pkg|jars|sdk|package\.json|node_modules)$/;
/** The parts that programs need of an installation that is not a known toolchain; the rest may be anything. */
const PARTS =
  /^(?:bin|sbin|exe|shims|lib(?:32|64|exec)?|share|include|etc|conf|pkg|ssl|jars|sdk|shared|host|packs|platform|packages|plugins|modules|resources|locales|runtime|node_modules|versions|dist|build|package\.json|version|build\.txt)$/;
/** The loose files at the root of a toolchain or package that it may read or load. */
const ROOT_FILES =
  /^(?:VERSION|version|release|go\.env|[\w.-]+\.(?:cfg|conf|properties|toml|json|[cm]?js|py|rb|sh|jar|node|so))$/;
/** Files that mark the root of a package. */
const PACKAGES = LANGUAGES.flatMap(({ paths }) => paths.manifests);
const PACKAGE_DEPTH = 3;
/** Packages that are installed together and load each other, or the single folder of a library. */
const TOGETHER = [
  /^(.*?\/(?:node_modules|site-packages|dist-packages))\//,
  /^(.*?\/lib(?:32|64|exec)?\/[^/]+)\//,
];

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

/** `tool/bin` is the folder of commands of `tool`. */
export const prefixOf = (folder: string): string =>
  ['bin', 'sbin', 'shims'].includes(basename(folder)) ? dirname(folder) : folder;

export type Installation = {
  /** Paths to show whole. */
  readonly shown: readonly string[];
  /** Whether more than loose files stays hidden. */
  readonly reduced: boolean;
};

const wholeOf = async (root: string): Promise<Installation> => {
  const names = await namesIn(root);
  const wanted = await Promise.all(
    names.map(async (name) =>
      (await leadsToFolder(join(root, name))) ? !name.startsWith('.') : ROOT_FILES.test(name),
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
  return [...(await namesIn(root)), ...below.flat()].some((name) => MARKS.some((mark) => mark.test(name)));
};

/** The parts of a folder of commands to show; null: no sign that it was installed. */
export const installationAt = async (root: string): Promise<Installation | null> => {
  if (await isToolchain(root)) return wholeOf(root);
  const names = await namesIn(root);
  if (!names.some((name) => INSTALLED.test(name))) return null;
  const parts = names.filter((name) => PARTS.test(name));
  return { shown: parts.map((name) => join(root, name)), reduced: parts.length < names.length };
};

/** The package that a program belongs to, with neighbouring packages that it may load; null: it belongs to none. */
export const packageOf = async (program: string): Promise<Installation | null> => {
  const prefix = prefixOf(dirname(program));
  if (await isToolchain(prefix)) return wholeOf(prefix);
  const [together] = TOGETHER.flatMap((pattern) => pattern.exec(program)?.[1] ?? []);
  if (together !== undefined) return { shown: [together], reduced: false };
  let folder = dirname(program);
  for (let depth = 0; depth < PACKAGE_DEPTH; depth++, folder = dirname(folder))
    if (
      (await namesIn(folder)).some((name) => PACKAGES.some((manifest) => manifest.test(name.toLowerCase())))
    )
      return wholeOf(folder);
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
