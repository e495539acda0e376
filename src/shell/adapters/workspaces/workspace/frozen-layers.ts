import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Mount } from '../tree/mount.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { parseJson } from '../../../../core/domain/json/parse-json.ts';
import { leadsToFolder } from '../../system/path-kind.ts';

/** Layers over the base's, the topmost first. */
export type FrozenStack = { readonly tree: readonly string[]; readonly home: readonly string[] };
export const NOTHING_FROZEN: FrozenStack = { tree: [], home: [] };

const Pointer = z.strictObject({ boot: z.string(), layers: z.array(z.string().regex(/^[0-9a-f]{24}$/)) });

/** Disposable layers are never synced to disk: after a restart of the machine they may be incomplete. */
const bootId = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
};

/** What the workspaces of one run had written after a step, kept as long as it is needed. */
export type FrozenLayers = {
  find(key: string): Promise<FrozenStack | null>;
  /** Moves out everything written to a mount so far, and leaves it empty. */
  add(key: string, mount: Mount, below: FrozenStack): Promise<FrozenStack>;
  drop(keys: readonly string[], stack: FrozenStack): Promise<void>;
};

/** The new folder has the permissions of the old one, which a command may have changed. */
const takeOut = async (from: string, to: string): Promise<void> => {
  const { mode } = await stat(from);
  await rename(from, to);
  await mkdir(from);
  await chmod(from, mode & 0o7777);
};

export const frozenLayers = (folder: string): FrozenLayers => {
  const boot = bootId();
  const pointerFile = (key: string): string => join(folder, `${key}.json`);
  const stackOf = (layers: readonly string[]): FrozenStack => ({
    tree: layers.map((name) => join(folder, name, 'tree')),
    home: layers.map((name) => join(folder, name, 'home')),
  });
  const namesOf = ({ tree }: FrozenStack): readonly string[] =>
    tree.map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
  return {
    async find(key) {
      const text = await readFile(pointerFile(key), 'utf8').catch(() => null);
      if (text === null || boot === null) return null;
      const parsed = Pointer.safeParse(parseJson(text));
      if (!parsed.success || parsed.data.boot !== boot) return null;
      const stack = stackOf(parsed.data.layers);
      const there = await Promise.all([...stack.tree, ...stack.home].map(leadsToFolder));
      return there.every(Boolean) ? stack : null;
    },
    async add(key, mount, below) {
      const name = randomBytes(12).toString('hex');
      await mkdir(join(folder, name), { recursive: true });
      await takeOut(mount.tree, join(folder, name, 'tree'));
      await takeOut(mount.home, join(folder, name, 'home'));
      const layers = [name, ...namesOf(below)];
      const temporary = join(folder, `${name}.tmp`);
      await writeFile(temporary, JSON.stringify({ boot: boot ?? '', layers }));
      await rename(temporary, pointerFile(key));
      return stackOf(layers);
    },
    async drop(keys, stack) {
      for (const key of keys) await rm(pointerFile(key), { force: true });
      for (const name of namesOf(stack)) await removeTree(join(folder, name));
    },
  };
};
