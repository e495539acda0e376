import { rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DiskUsage, DiskUsageItem, DiskUsageKind } from '../../ports/disk-usage.ts';
import { removeTree } from '../workspaces/tree/remove-tree.ts';
import { inUseSinceMs } from '../workspaces/host/announce-use.ts';
import { foldersIn, measureFolders } from './measure-folders.ts';

export type StoragePlaces = {
  /** `.hydra` of the repository. */
  readonly home: string;
  /** Checkouts and installations, shared by all work trees of the repository. */
  readonly cacheDir: string;
};

const SHARED: Readonly<Record<string, DiskUsageKind>> = {
  pristine: 'checkout',
  layers: 'installation',
  builds: 'build',
  support: 'support',
  scratch: 'workspace',
  making: 'workspace',
};
/** Below `.hydra/cache`, spread over folders by the first letters of their keys. */
const KNOWN: Readonly<Record<string, DiskUsageKind>> = { fields: 'answer', trials: 'trial' };
const KEPT_FOREVER = new Set<DiskUsageKind>(['run', 'objects', 'kept-workspace']);

type Kinds = readonly (readonly [path: string, kind: DiskUsageKind])[];

const foldersBelow = async (
  folder: string,
  kinds: Readonly<Record<string, DiskUsageKind>>,
): Promise<Kinds> => {
  const found = await Promise.all(
    Object.entries(kinds).map(async ([name, kind]) =>
      (await foldersIn(join(folder, name))).map((path) => [path, kind] as const),
    ),
  );
  return found.flat();
};

const placesIn = async ({ home, cacheDir }: StoragePlaces): Promise<ReadonlyMap<string, DiskUsageKind>> => {
  const shared = await foldersBelow(cacheDir, SHARED);
  const known = await foldersBelow(join(home, 'cache'), KNOWN);
  const runs = (await foldersIn(join(home, 'runs'))).map((path) => [path, 'run'] as const);
  const kept = (await foldersIn(join(home, 'workspaces'))).map((path) => [path, 'kept-workspace'] as const);
  const objects = (await foldersIn(home))
    .filter((path) => basename(path) === 'store.git')
    .map((path) => [path, 'objects'] as const);
  return new Map([...runs, ...kept, ...objects, ...shared, ...known]);
};

const survey = async (places: StoragePlaces): Promise<readonly DiskUsageItem[]> => {
  const kinds = await placesIn(places);
  const sizes = await measureFolders([...kinds.keys()]);
  const items = await Promise.all(
    [...kinds].map(async ([path, kind]): Promise<readonly DiskUsageItem[]> => {
      const found = await stat(path).catch(() => null);
      const bytes = sizes.get(path);
      return found === null || bytes === undefined
        ? []
        : [{ kind, path, bytes, lastUsed: found.mtime.toISOString() }];
    }),
  );
  return items.flat();
};

/** Renamed away in one step, so that a partial checkout is never found. */
const removeShared = async (path: string): Promise<void> => {
  const aside = join(dirname(path), `.gone-${basename(path)}`);
  await rename(path, aside).catch(() => undefined);
  await removeTree(aside);
};

export const openDiskUsage = (places: StoragePlaces): DiskUsage => ({
  survey: () => survey(places),
  async prune({ maxBytes = Number.POSITIVE_INFINITY, olderThanMs = Number.POSITIVE_INFINITY }) {
    const [items, inUseMs] = await Promise.all([survey(places), inUseSinceMs(places.cacheDir)]);
    const oldestFirst = items
      .filter(({ kind }) => !KEPT_FOREVER.has(kind))
      .map((item) => ({ ...item, lastUsedMs: Date.parse(item.lastUsed) }))
      .sort((one, other) => one.lastUsedMs - other.lastUsedMs);
    let left = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
    let gone = { entries: 0, bytes: 0 };
    for (const { path, bytes, lastUsedMs } of oldestFirst) {
      const old = Date.now() - lastUsedMs >= olderThanMs;
      if ((!old && left <= maxBytes) || lastUsedMs >= inUseMs) continue;
      await removeShared(path);
      left -= bytes;
      gone = { entries: gone.entries + 1, bytes: gone.bytes + bytes };
    }
    return gone;
  },
});
