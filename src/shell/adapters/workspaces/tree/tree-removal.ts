import { link, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';
import { parentsOf } from '../host/safe-path.ts';
import { entryExists, isRealFolder } from '../../system/path-kind.ts';

/** Removes a tracked path and then the folders that this leaves empty, as git does. */
export type TreeRemoval = {
  remove(path: string): Promise<void>;
  foldEmptied(removed: readonly string[]): Promise<void>;
};

/** No part of `path` below `root` is a link. */
const isReachable = async (root: string, path: string): Promise<boolean> => {
  for (const parent of parentsOf(path)) if (!(await isRealFolder(join(root, parent)))) return false;
  return true;
};

/** In a whole copy. */
export const copyRemoval = (root: string): TreeRemoval => ({
  async remove(path) {
    if (await isReachable(root, path)) await rm(join(root, path), { recursive: true, force: true });
  },
  async foldEmptied(removed) {
    for (const path of removed) {
      for (const parent of parentsOf(path)) {
        if (!(await isReachable(root, parent))) break;
        if (
          !(await rmdir(join(root, parent)).then(
            () => true,
            () => false,
          ))
        )
          break;
      }
    }
  },
});

const makeWhiteout = async (path: string): Promise<void> => {
  const made = await runTool('mknod', [path, 'c', '0', '0']);
  if (made.ok || (await entryExists(path))) return;
  throw new InfrastructureError(
    'no-whiteout',
    `A removed file cannot be hidden: ${made.problem}`,
    'Run hydra doctor.',
  );
};

/**
 * In the fresh upper layer of an overlay, which no candidate has written to yet. A whiteout is a device
 * 0/0 that every user may create; one is created and then linked.
 */
export const overlayRemoval = (upper: string, lowers: readonly string[], whiteout: string): TreeRemoval => {
  const gone = new Set<string>();
  const hide = async (path: string): Promise<void> => {
    if (gone.size === 0) await makeWhiteout(whiteout);
    gone.add(path);
    await rm(join(upper, path), { recursive: true, force: true });
    await mkdir(dirname(join(upper, path)), { recursive: true });
    await link(whiteout, join(upper, path));
  };
  const isEmptied = async (folder: string): Promise<boolean> => {
    const listings = await Promise.all(
      [upper, ...lowers].map((layer) => readdir(join(layer, folder)).catch(() => [] as string[])),
    );
    return listings.flat().every((name) => gone.has(`${folder}/${name}`));
  };
  return {
    async remove(path) {
      const below = await Promise.all(lowers.map((lower) => entryExists(join(lower, path))));
      if (below.includes(true)) await hide(path);
    },
    async foldEmptied(removed) {
      for (const path of removed) {
        for (const parent of parentsOf(path)) {
          if (gone.has(parent)) continue;
          if (!(await isRealFolder(join(upper, parent))) || !(await isEmptied(parent))) break;
          await hide(parent);
        }
      }
    },
  };
};
