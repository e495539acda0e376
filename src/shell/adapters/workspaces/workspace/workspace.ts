import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Job, Ran, TreeChange, Workspace } from '../../../ports/workspaces.ts';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { applyChanges } from '../tree/apply-changes.ts';
import { collectFiles, removeFiles } from '../tree/collect-files.ts';
import type { FrozenLayers, FrozenStack } from './frozen-layers.ts';
import { type Ground, layOver } from '../tree/mount.ts';
import type { Machine } from '../isolation/machine.ts';
import { mountedCommand, newWorkFolders, VIEW } from '../tree/overlay-mount.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { runOnGround } from '../isolation/run-on-mount.ts';
import { runTool } from '../host/run-tool.ts';
import { SANDBOX } from '../launch/sandbox-arguments.ts';
import { copyRemoval, overlayRemoval } from '../tree/tree-removal.ts';

/** A change that this file system cannot hold (a name too long, say) is told when a command is to run. */
const tryToApply = async (
  machine: Machine,
  ground: Ground,
  changes: readonly TreeChange[],
): Promise<string | null> => {
  const whiteout = join(ground.folder, 'whiteout');
  const removal = ground.overlays
    ? overlayRemoval(ground.tree, ground.treeLowers, whiteout)
    : copyRemoval(ground.tree);
  try {
    await applyChanges(ground.tree, removal, changes, machine.options.readBlobs);
    return null;
  } catch (error) {
    return `the change cannot be written to a workspace: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** Calls run one at a time, in order; the failure of one does not stop the next. */
const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
};

const keepCopy = async (machine: Machine, ground: Ground, turn: number, kept: string): Promise<void> => {
  await mkdir(dirname(kept), { recursive: true });
  if (!ground.overlays) return rename(ground.tree, kept);
  await newWorkFolders(ground.folder, turn);
  const copy = ['cp', '-a', '--reflink=auto', '--', VIEW.tree, kept];
  const { unshare, shell } = machine.programs;
  const copied = await runTool(unshare ?? '', mountedCommand(ground, turn, shell, copy), {
    cwd: ground.folder,
  });
  if (copied.ok) return undefined;
  throw new InfrastructureError(
    'keep-failed',
    `A workspace could not be kept: ${copied.problem}`,
    'Check the disk.',
  );
};

export type WorkspaceParts = {
  readonly ground: Ground;
  /** Where it may be frozen, what of it already is, and the base's layers below that. */
  readonly frozen: {
    readonly layers: FrozenLayers | null;
    readonly stack: FrozenStack;
    readonly below: FrozenStack;
  };
  readonly changes: readonly TreeChange[];
  readonly kept: string | undefined;
};

/** Overlays may be mounted once at a time, so the jobs of one workspace take turns. */
/** Layers that a workspace was laid on belong to another, and go when the run ends. */
const ownOf = (stack: FrozenStack, below: FrozenStack): FrozenStack => ({
  tree: stack.tree.slice(0, stack.tree.length - below.tree.length),
  home: stack.home.slice(0, stack.home.length - below.home.length),
});

export const makeWorkspace = async (machine: Machine, parts: WorkspaceParts): Promise<Workspace> => {
  const { changes, kept } = parts;
  let { ground } = parts;
  let { stack } = parts.frozen;
  const { layers, below } = parts.frozen;
  const keys: string[] = [];
  let trouble = await tryToApply(machine, ground, changes);
  const take = inTurn();
  let lasts = false;
  const freeze = async (key: string, lasting: boolean): Promise<boolean> => {
    if (layers === null || !ground.overlays || trouble !== null) return false;
    stack = await layers.add(key, ground, stack);
    keys.push(key);
    lasts ||= lasting;
    ground = await layOver(ground, {
      treeLowers: [...stack.tree, ...below.tree],
      homeLowers: [...stack.home, ...below.home],
    });
    return true;
  };
  let turn = 0;
  const run = async (job: Job): Promise<Ran> => {
    if (trouble !== null) return { status: 'not-started', reason: trouble };
    turn += 1;
    return runOnGround(machine, ground, { job, turn, trusted: false });
  };
  return {
    root: machine.sandboxed ? SANDBOX.workspace : ground.tree,
    ...(ground.overlays ? {} : { hostTree: ground.tree }),
    ...(kept === undefined ? {} : { kept }),
    run: (job) => take(() => run(job)),
    collect: (pattern) => take(() => collectFiles(ground.tree, pattern)),
    add: (more) => take(async () => void (trouble ??= await tryToApply(machine, ground, more))),
    remove: (pattern) => take(() => removeFiles(ground.tree, pattern)),
    freeze: (key, lasting = false) => take(() => freeze(key, lasting)),
    dispose: () =>
      take(async () => {
        turn += 1;
        const aborted = machine.options.signal?.aborted === true;
        if (kept !== undefined && !aborted) await keepCopy(machine, ground, turn, kept);
        await removeTree(ground.folder);
        // A resumed run goes on from what an aborted one had frozen.
        if (!lasts && !aborted) await layers?.drop(keys, ownOf(stack, parts.frozen.stack));
      }),
  };
};
