import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from './copy-tree.ts';
import { layOverlay, VIEW } from './overlay-mount.ts';

/** The host folder that carries one workspace: what was written, over what is shared. */
export type Ground = {
  readonly folder: string;
  readonly overlays: boolean;
  /** Read-only layers, the topmost first; already copied in where there are no overlays. */
  readonly treeLowers: readonly string[];
  readonly homeLowers: readonly string[];
  /** The user's own, for an installation that may use them. */
  readonly downloads: string | null;
  /** Nothing in it outlives it. */
  readonly disposable: boolean;
  /** What the workspace itself wrote, or all of it where it is a copy. */
  readonly tree: string;
  readonly home: string;
  /** Where a sandbox finds both, once they are mounted. */
  readonly treeView: string;
  readonly homeView: string;
};

export type GroundPlan = Pick<
  Ground,
  'folder' | 'overlays' | 'treeLowers' | 'homeLowers' | 'downloads' | 'disposable'
>;

export const layGround = async (plan: GroundPlan): Promise<Ground> => {
  const { folder, overlays, treeLowers, homeLowers } = plan;
  const [tree, home] = [join(folder, 'tree'), join(folder, 'home')];
  await Promise.all([mkdir(tree), mkdir(home), mkdir(join(folder, 'tmp'))]);
  if (overlays) await layOverlay(plan);
  else {
    for (const lower of treeLowers.toReversed()) await copyTree(lower, tree);
    for (const lower of homeLowers.toReversed()) await copyTree(lower, home);
  }
  return viewGround(plan);
};

const viewGround = (plan: GroundPlan): Ground => {
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

/** The same place on more layers; nothing of it may be mounted. */
export const layOver = async (
  { folder, overlays, disposable, downloads }: Ground,
  lowers: Pick<Ground, 'treeLowers' | 'homeLowers'>,
): Promise<Ground> => {
  const plan = { folder, overlays, disposable, downloads, ...lowers };
  await layOverlay(plan);
  return viewGround(plan);
};
