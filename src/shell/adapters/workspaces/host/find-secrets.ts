import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Secrets } from './bindable-folders.ts';
import type { WorkspacesOptions } from '../isolation/machine.ts';

export type HostPlaces = Pick<
  WorkspacesOptions,
  'repositoryRoot' | 'gitDir' | 'cacheDir' | 'scratchDir' | 'host'
>;

const realOrSame = (path: string): Promise<string> => realpath(path).catch(() => path);

export const scratchOf = ({ scratchDir, cacheDir }: HostPlaces): string =>
  scratchDir ?? join(cacheDir, 'scratch');

export const hostOf = ({ host }: HostPlaces) => host ?? { environment: process.env, home: homedir() };

/** What no sandbox sees: the home, the repository, and what runs are made of. */
export const findSecrets = async (places: HostPlaces): Promise<Secrets> => {
  const named = [places.repositoryRoot, places.gitDir, places.cacheDir, scratchOf(places)];
  const hidden = [...new Set([...named, ...(await Promise.all(named.map(realOrSame)))])];
  return { home: await realOrSame(hostOf(places).home), hidden };
};
