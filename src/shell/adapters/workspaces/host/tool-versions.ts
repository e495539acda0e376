import { createHash } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import { findProgram } from './find-program.ts';
import type { Toolchains } from './find-toolchains.ts';

const TOOLS = [
  ...'sh git make gcc cc clang'.split(' '),
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.programs),
];
/** A shim stays the same file when the version behind it changes: these change with it. */
const BEHIND_SHIMS: Readonly<Record<string, readonly string[]>> = {
  ...Object.assign({}, ...LANGUAGES.map(({ toolchain }) => toolchain.behindShims)),
  ASDF_DATA_DIR: ['installs'],
  MISE_DATA_DIR: ['installs'],
};

/** A file by its real path, size and modification time. */
export const identityOf = async (path: string): Promise<readonly unknown[]> => {
  try {
    const real = await realpath(path);
    const { size, mtimeMs } = await stat(real);
    return [real, size, mtimeMs];
  } catch {
    return [path, null];
  }
};

const folderIdentity = async (path: string): Promise<readonly unknown[]> => {
  const names = (await readdir(path).catch(() => [])).sort();
  return Promise.all([path, ...names.map((name) => join(path, name))].map(identityOf));
};

/** By file identity and not by asking each for its version, which would take seconds. */
export const toolVersions = async ({ path, variables }: Toolchains): Promise<string> => {
  const tools = await Promise.all(
    TOOLS.map(async (name) => {
      const found = await findProgram(name, path);
      return [name, found === null ? null : await identityOf(found)];
    }),
  );
  const behind = await Promise.all(
    Object.entries(BEHIND_SHIMS).flatMap(([variable, places]) => {
      const root = variables[variable];
      return root === undefined ? [] : places.map((place) => folderIdentity(join(root, place)));
    }),
  );
  const parts = [process.platform, process.arch, tools, behind];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
