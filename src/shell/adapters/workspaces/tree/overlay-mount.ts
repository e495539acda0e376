import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names inside a workspace's folder: mount options contain only these, so paths never need escaping. */
export const VIEW = { tree: 'tree-view', home: 'home-view' } as const;

/** The user's downloads, as a separate layer below those of an installation. */
export const DOWNLOADS = { upper: 'downloads', view: 'downloads-view' } as const;

const MOUNT = 'mount -n -i -t overlay';

/**
 * $1 folder, $2 and $3 lower links of tree and home, $4 a number, $5 more options, $6 the lower link of downloads,
 * $7 a table of files to mount read-only; the rest is executed. The mounts live in this process's own namespace, so
 * they vanish with it however it ends. Downloads that cannot be mounted are fetched again. A file that cannot be mounted
 * read-only is still watched.
 */
const SCRIPT = `cd "$1" || exit 125
${MOUNT} -o "lowerdir=$2,upperdir=tree,workdir=tree-work$4,$5" overlay tree-view || exit 125
if [ -n "$3" ]; then
${MOUNT} -o "lowerdir=$3,upperdir=home,workdir=home-work$4,$5" overlay home-view || exit 125
fi
if [ -n "$6" ]; then
${MOUNT} -o "lowerdir=$6,upperdir=downloads,workdir=downloads-work$4,$5" overlay downloads-view 2>/dev/null ||
mount -n --bind downloads downloads-view || exit 125
fi
[ -z "$7" ] || mount -n -i -a -T "$7" 2>/dev/null
shift 7
exec "$@"`;

/** User attributes: the same layers work for root and for every other user. */
const OPTIONS = 'userxattr,index=off';
/** Nothing in a workspace outlives it, so writes need not reach the disk; those of a kept layer must. */
const DISPOSABLE_OPTIONS = `${OPTIONS},volatile`;

export type OverlayFolder = {
  readonly folder: string;
  /** Read-only layers, the topmost first. */
  readonly treeLowers: readonly string[];
  readonly homeLowers: readonly string[];
  /** A folder of downloads to use as a lower layer; null: none. */
  readonly downloads: string | null;
  readonly disposable: boolean;
};

const lowerNames = (prefix: string, lowers: readonly string[]): readonly string[] =>
  lowers.map((_, index) => `${prefix}-lower${index}`);

/** Layers are reached by our own links, since a path may contain the commas and colons that options split at. */
export const layOverlay = async (overlay: OverlayFolder): Promise<void> => {
  const { folder, treeLowers, homeLowers, downloads } = overlay;
  const places = [VIEW.tree, VIEW.home, ...(downloads === null ? [] : Object.values(DOWNLOADS))];
  await Promise.all(places.map((name) => mkdir(join(folder, name), { recursive: true })));
  for (const [prefix, lowers] of [
    ['tree', treeLowers],
    ['home', homeLowers],
    ['downloads', downloads === null ? [] : [downloads]],
  ] as const) {
    const names = lowerNames(prefix, lowers);
    for (const [index, lower] of lowers.entries()) {
      const at = join(folder, names[index] as string);
      await rm(at, { force: true });
      await symlink(lower, at);
    }
  }
};

/** A volatile overlay refuses a work folder that another mount has used: each mount has its own. */
export const newWorkFolders = (folder: string, turn: number): Promise<unknown> =>
  Promise.all(['tree', 'home', 'downloads'].map((prefix) => mkdir(join(folder, `${prefix}-work${turn}`))));

/** One call mounts them all: 300 take 0.1 s, 2000 take 2 s. */
const MOST_READ_ONLY = 300;
/** bubblewrap and container engines read their own mounts again for each one: 100 take 0.1 s, 500 take 1 s. */
const MOST_READ_ONLY_IN_COPIES = 100;

export const mostReadOnly = ({ overlays }: { readonly overlays: boolean }): number =>
  overlays ? MOST_READ_ONLY : MOST_READ_ONLY_IN_COPIES;

const inTable = (path: string): string =>
  path.replaceAll(/[\s\\#]/g, (mark) => `\\${mark.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** The name of a table of these files, as `mount` reads it; empty if there are none. */
export const writeReadOnlyTable = async (
  folder: string,
  turn: number,
  paths: readonly string[],
): Promise<string> => {
  if (paths.length === 0) return '';
  const name = `read-only-${turn}`;
  const lines = paths.map((path) => {
    const at = inTable(join(folder, VIEW.tree, path));
    return `${at} ${at} none bind,ro 0 0\n`;
  });
  await writeFile(join(folder, name), lines.join(''));
  return name;
};

const NAMESPACES = ['--user', '--map-root-user', '--mount', '--propagation', 'private'];

/** Arguments of `unshare` that mount both overlays and then become `command`. */
export const mountedCommand = (
  overlay: OverlayFolder,
  { turn, readOnlyTable = '' }: { readonly turn: number; readonly readOnlyTable?: string },
  shell: string,
  command: readonly string[],
): readonly string[] => [
  ...NAMESPACES,
  '--',
  shell,
  '-c',
  SCRIPT,
  'hydra',
  overlay.folder,
  lowerNames('tree', overlay.treeLowers).join(':'),
  lowerNames('home', overlay.homeLowers).join(':'),
  String(turn),
  overlay.disposable ? DISPOSABLE_OPTIONS : OPTIONS,
  overlay.downloads === null ? '' : 'downloads-lower0',
  readOnlyTable,
  ...command,
];
