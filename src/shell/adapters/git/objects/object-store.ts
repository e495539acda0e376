import { randomUUID } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InfrastructureError, UserError } from '../../../errors/user-error.ts';
import { cleanEnvironment } from '../repository/git-environment.ts';
import type { Places } from '../repository/locate-repository.ts';
import { type GitCall, type GitRun, mustGit, runGit } from '../repository/run-git.ts';

const ALLOCATION_LIMIT = '512m';
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

type StoreCall = Omit<GitCall, 'cwd' | 'env'> & {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Our own bare repository: candidates' objects are written here, the user's are read through it. */
export type ObjectStore = {
  readonly folder: string;
  run(call: StoreCall): Promise<GitRun>;
  must(call: StoreCall): Promise<Buffer>;
  /** A fresh folder for the duration of `work`, always removed afterwards. */
  inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
};

export const storeFolder = (root: string): string => join(root, '.hydra', 'store.git');

/** Written by us and compared whenever it is opened: a store that came with a clone cannot have its own settings. */
const configOf = (format: Places['objectFormat']): string =>
  [
    '[core]',
    `\trepositoryformatversion = ${format === 'sha256' ? 1 : 0}`,
    '\tfilemode = true',
    '\tsymlinks = true',
    '\tbare = true',
    ...(format === 'sha256' ? ['[extensions]', '\tobjectformat = sha256'] : []),
    '',
  ].join('\n');

// git undoes C quoting here, which a path with a newline needs.
const alternatesOf = (places: Places): string => `${JSON.stringify(join(places.commonDir, 'objects'))}\n`;

const refuseLinks = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isDirectory()) return;
  throw new UserError(
    'hydra-folder',
    `${path} is not a plain folder.`,
    'Hydra keeps its runs there. Remove the link or file of that name.',
  );
};

const replaceFile = async (path: string, text: string): Promise<void> => {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text);
  await rename(temporary, path);
};

const layOut = async (folder: string, format: Places['objectFormat']): Promise<void> => {
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await mkdir(join(folder, 'refs'), { recursive: true });
  await mkdir(join(folder, 'temporary'), { recursive: true });
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'config'), configOf(format));
};

/** Built elsewhere and renamed into place, so that two first runs both find a complete store. */
const createStore = async (places: Places, folder: string): Promise<void> => {
  const aside = `${folder}.${randomUUID()}`;
  await layOut(aside, places.objectFormat);
  await writeFile(join(aside, 'objects', 'info', 'alternates'), alternatesOf(places));
  await rename(aside, folder).catch(async (error: unknown) => {
    await rm(aside, { recursive: true, force: true });
    if (!(await stat(folder).catch(() => null))) throw error;
  });
};

const repairStore = async (places: Places, folder: string): Promise<void> => {
  await refuseLinks(join(folder, 'objects'));
  await replaceFile(join(folder, 'config'), configOf(places.objectFormat));
  await rm(join(folder, 'info'), { recursive: true, force: true });
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await replaceFile(join(folder, 'objects', 'info', 'alternates'), alternatesOf(places));
  const temporary = join(folder, 'temporary');
  await mkdir(temporary, { recursive: true });
  for (const name of await readdir(temporary)) {
    const left = await stat(join(temporary, name)).catch(() => null);
    if (left && Date.now() - left.mtimeMs > STALE_AFTER_MS) {
      await rm(join(temporary, name), { recursive: true, force: true });
    }
  }
};

const asInfrastructure = (folder: string, error: unknown): Error => {
  if (error instanceof UserError || error instanceof InfrastructureError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new InfrastructureError(
    'no-store',
    `${folder} cannot be written: ${why}`,
    'Check whether the disk is full or read-only.',
  );
};

const storeAt = (folder: string): ObjectStore => {
  const environment = { ...cleanEnvironment(), GIT_DIR: folder, GIT_ALLOC_LIMIT: ALLOCATION_LIMIT };
  const complete = (call: StoreCall): GitCall => ({
    ...call,
    cwd: call.cwd ?? folder,
    env: { ...environment, ...call.env },
  });
  return {
    folder,
    run: (call) => runGit(complete(call)),
    must: (call) => mustGit(complete(call)),
    inTemporaryFolder: async (work) => {
      const temporary = await mkdtemp(join(folder, 'temporary', 'work-'));
      try {
        return await work(temporary);
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
  };
};

/** Opens the store of a repository, created on first use. Concurrent runs share it. */
export const openObjectStore = async (places: Places): Promise<ObjectStore> => {
  const folder = storeFolder(places.root);
  try {
    await refuseLinks(join(places.root, '.hydra'));
    await refuseLinks(folder);
    if (!(await stat(folder).catch(() => null))) await createStore(places, folder);
    await repairStore(places, folder);
  } catch (error) {
    throw asInfrastructure(folder, error);
  }
  return storeAt(folder);
};

/** An empty store without a repository, for the duration of `work`. */
export const withTemporaryStore = async <T>(work: (store: ObjectStore) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-store-'));
  try {
    await layOut(folder, 'sha1');
    return await work(storeAt(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
