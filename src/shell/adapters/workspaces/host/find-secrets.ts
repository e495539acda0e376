import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Secrets } from './bindable-folders.ts';

export type HostPlaces = {
  readonly repositoryRoot: string;
  /** The repository's common git directory. */
  readonly gitDir: string;
  /** Shared by every run on the repository; files appear in it only when complete. */
  readonly cacheDir: string;
  /** Where workspaces live while they are used; must support overlays. */
  readonly scratchDir?: string;
  /** The user's environment and home, for toolchains and registries. */
  readonly host?: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly home: string;
  };
};

const realOrSame = (path: string): Promise<string> => realpath(path).catch(() => path);

export const scratchOf = ({ scratchDir, cacheDir }: HostPlaces): string =>
  scratchDir ?? join(cacheDir, 'scratch');

export const hostOf = ({ host }: HostPlaces) => host ?? { environment: process.env, home: homedir() };

/** Hidden from every sandbox: the home, the repository, and the folders that runs use. */
export const findSecrets = async (places: HostPlaces): Promise<Secrets> => {
  const named = [places.repositoryRoot, places.gitDir, places.cacheDir, scratchOf(places)];
  const hidden = [...new Set([...named, ...(await Promise.all(named.map(realOrSame)))])];
  return { home: await realOrSame(hostOf(places).home), hidden };
};
