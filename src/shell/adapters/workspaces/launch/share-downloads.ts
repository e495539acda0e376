import { constants, copyFile, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { Mount } from '../tree/mount.ts';
import { DOWNLOADS } from '../tree/overlay-mount.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { isRealFolder } from '../../system/path-kind.ts';

/** Where npm stores fetched packages by content, relative to a home. */
export const NPM_DOWNLOADS = join('.npm', '_cacache');
/** What npm writes into it during an installation. */
const INSTALLED = join('node_modules', '.package-lock.json');
const MAX_INSTALLED_BYTES = 64 * 1024 * 1024;
const DIGEST = /"integrity": ?"sha512-([A-Za-z0-9+/]{86}==)"/g;

/** The user's own downloads, as a layer below those of a sandboxed installation; null: none to share. */
export const downloadsToShare = async (
  home: string,
  { command, network }: InstallPlan,
): Promise<string | null> => {
  const folder = join(home, NPM_DOWNLOADS);
  return network && /\bnpm\b/.test(command) && (await isRealFolder(folder)) ? folder : null;
};

const readInstalled = async (tree: string): Promise<string> => {
  const file = await open(join(tree, INSTALLED), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    return size > MAX_INSTALLED_BYTES ? '' : await file.readFile('utf8');
  } finally {
    await file.close();
  }
};

const placeOf = (digest: string): string => {
  const name = Buffer.from(digest, 'base64').toString('hex');
  return join('content-v2', 'sha512', name.slice(0, 2), name.slice(2, 4), name.slice(4));
};

const copyOne = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(() => undefined);
};

/**
 * Fetched packages belong to the installation, and so do the user's downloads that were installed. A candidate with
 * its own dependencies finds them there, and no other files of the user.
 */
export const keepDownloads = async ({ folder, tree, home, downloads }: Mount): Promise<void> => {
  if (downloads === null) return;
  const own = join(home, NPM_DOWNLOADS);
  const fetched = join(folder, DOWNLOADS.upper);
  if ((await readdir(fetched)).length > 0) {
    await removeTree(own);
    await mkdir(dirname(own), { recursive: true });
    await rename(fetched, own);
  }
  const installed = await readInstalled(tree);
  for (const [, digest = ''] of installed.matchAll(DIGEST))
    await copyOne(join(downloads, placeOf(digest)), join(own, placeOf(digest)));
};
