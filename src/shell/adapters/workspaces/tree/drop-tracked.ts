import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRealFolder } from '../../system/path-kind.ts';
import { parentsOf } from '../host/safe-path.ts';
import type { TrackedFile } from './base-checkout.ts';

/**
 * Removes from a layer every copy or whiteout of tracked files: the layer also serves other commits with the
 * same manifests. Enters only real folders of the layer.
 */
export const dropTracked = async (layer: string, tracked: readonly TrackedFile[]): Promise<void> => {
  const known = new Map<string, Promise<boolean>>([['', isRealFolder(layer)]]);
  const isFolder = (path: string): Promise<boolean> => {
    const found = known.get(path) ?? isRealFolder(join(layer, path));
    known.set(path, found);
    return found;
  };
  const dropped = new Set<string>();
  for (const { path } of tracked) {
    const places = [...parentsOf(path)].reverse();
    const checks = await Promise.all(places.map(isFolder));
    const odd = checks.indexOf(false);
    const place = odd < 0 ? path : (places[odd] as string);
    if (dropped.has(place)) continue;
    dropped.add(place);
    await rm(join(layer, place), { recursive: true, force: true });
  }
  const deepestFirst = [...known.keys()].filter((path) => path !== '').sort((a, b) => b.length - a.length);
  for (const path of deepestFirst)
    if (await known.get(path)) await rmdir(join(layer, path)).catch(() => undefined);
};
