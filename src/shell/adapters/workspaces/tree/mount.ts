import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from './copy-tree.ts';
import { layOverlay, VIEW } from './overlay-mount.ts';

/** The host folder of one workspace: its own writes over shared layers. */
export type Mount = {
  readonly folder: string;
  readonly overlays: boolean;
  /** Read-only layers, the topmost first; already copied in if there are no overlays. */
  readonly treeLowers: readonly string[];
  readonly homeLowers: readonly string[];
  /** The user's own, for an installation that may use them. */
  readonly downloads: string | null;
  /** Nothing in it outlives the workspace. */
  readonly disposable: boolean;
  /** The workspace's own writes; the whole tree if it is a copy. */
  readonly tree: string;
  readonly home: string;
  /** Where a sandbox finds both, once they are mounted. */
  readonly treeView: string;
  readonly homeView: string;
};

export type MountPlan = Pick<
  Mount,
  'folder' | 'overlays' | 'treeLowers' | 'homeLowers' | 'downloads' | 'disposable'
>;

export const createMount = async (plan: MountPlan): Promise<Mount> => {
  const { folder, overlays, treeLowers, homeLowers } = plan;
  const [tree, home] = [join(folder, 'tree'), join(folder, 'home')];
  await Promise.all([mkdir(tree), mkdir(home), mkdir(join(folder, 'tmp'))]);
  if (overlays) await layOverlay(plan);
  else {
    for (const lower of treeLowers.toReversed()) await copyTree(lower, tree);
    for (const lower of homeLowers.toReversed()) await copyTree(lower, home);
  }
  return withViews(plan);
};

const withViews = (plan: MountPlan): Mount => {
  const { folder, overlays, homeLowers } = plan;
  const [tree, home] = [join(folder, 'tree'), join(folder, 'home')];
  return {
    ...plan,
    tree,
    home,
    treeView: overlays ? join(folder, VIEW.tree) : tree,
    homeView: overlays && homeLowers.length > 0 ? join(folder, VIEW.home) : home,
  };
};

/** The same folder on more layers; it must not be mounted meanwhile. */
export const restackMount = async (
  { folder, overlays, disposable, downloads }: Mount,
  lowers: Pick<Mount, 'treeLowers' | 'homeLowers'>,
): Promise<Mount> => {
  const plan = { folder, overlays, disposable, downloads, ...lowers };
  await layOverlay(plan);
  return withViews(plan);
};
