import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import { findProgram } from './find-program.ts';
import type { Toolchains } from './find-toolchains.ts';

/** Any project may use these without listing them. */
const COMMON = 'sh git make gcc cc clang'.split(' ');
const ALL = LANGUAGES.flatMap(({ toolchain }) => toolchain.programs);
/** A shim stays the same file when the version behind it changes: these change with it. */
const BEHIND_SHIMS: Readonly<Record<string, readonly string[]>> = {
  ...Object.assign({}, ...LANGUAGES.map(({ toolchain }) => toolchain.behindShims)),
  ASDF_DATA_DIR: ['installs'],
  MISE_DATA_DIR: ['installs'],
};

/** A file by its real path, size and modification time. */
export const identityOf = async (path: string): Promise<readonly unknown[]> => {
  try {
    const real = realpathSync.native(path);
    const { size, mtimeMs } = statSync(real);
    return [real, size, mtimeMs];
  } catch {
    return [path, null];
  }
};

const folderIdentity = async (path: string): Promise<readonly unknown[]> => {
  const names = (await readdir(path).catch(() => [])).sort();
  return Promise.all([path, ...names.map((name) => join(path, name))].map(identityOf));
};

/** By file identity: asking each program for its version would take seconds. */
export const toolIdentities = async (
  { path, variables }: Toolchains,
  programs: readonly string[] = ALL,
): Promise<Readonly<Record<string, string>>> => {
  const tools = await Promise.all(
    [...new Set([...COMMON, ...programs])].map(async (name) => {
      const found = await findProgram(name, path);
      return [name, found === null ? '' : digestOf(await identityOf(found))] as const;
    }),
  );
  const behind = await Promise.all(
    Object.entries(BEHIND_SHIMS).flatMap(([variable, places]) => {
      const root = variables[variable];
      return root === undefined ? [] : places.map((place) => folderIdentity(join(root, place)));
    }),
  );
  return { ...Object.fromEntries(tools), 'a version manager': digestOf(behind) };
};

const digestOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

export const toolVersions = async (toolchains: Toolchains, programs?: readonly string[]): Promise<string> => {
  const parts = [process.platform, process.arch, await toolIdentities(toolchains, programs)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
