import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';
import type { Job, Ran, TreeChange, Workspace } from '../../../ports/workspaces.ts';
import type { Programs } from '../host/host.ts';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { applyChanges, type ReadBlobs } from '../tree/apply-changes.ts';
import { collectFiles, removeFiles } from '../tree/collect-files.ts';
import type { FrozenLayers, FrozenStack } from './frozen-layers.ts';
import { type Mount, restackMount } from '../tree/mount.ts';
import type { Machine } from '../isolation/machine.ts';
import type { JobRequest } from '../launch/job-request.ts';
import { mostReadOnly, mountedCommand, newWorkFolders, VIEW } from '../tree/overlay-mount.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { runTool } from '../host/run-tool.ts';
import { type Harness, HarnessKeeper } from './keep-harness.ts';
import { copyRemoval, overlayRemoval } from '../tree/tree-removal.ts';

/** A change that this file system cannot hold (its name is too long, say) is reported when a command is to run. */
const applyOrExplain = async (
  readBlobs: ReadBlobs,
  mount: Mount,
  changes: readonly TreeChange[],
): Promise<string | null> => {
  const whiteout = join(mount.folder, 'whiteout');
  const removal = mount.overlays
    ? overlayRemoval(mount.tree, mount.treeLowers, whiteout)
    : copyRemoval(mount.tree);
  try {
    await applyChanges(mount.tree, removal, changes, readBlobs);
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

const keepCopy = async (
  { unshare, shell }: Programs,
  mount: Mount,
  turn: number,
  kept: string,
): Promise<void> => {
  await mkdir(dirname(kept), { recursive: true });
  if (!mount.overlays) return rename(mount.tree, kept);
  await newWorkFolders(mount.folder, turn);
  const copy = ['cp', '-a', '--reflink=auto', '--', VIEW.tree, kept];
  const copied = await runTool(unshare ?? '', mountedCommand(mount, { turn }, shell, copy), {
    cwd: mount.folder,
  });
  if (copied.ok) return undefined;
  throw new InfrastructureError(
    'keep-failed',
    `A workspace could not be kept: ${copied.problem}`,
    'Check the disk.',
  );
};

/** A folder is listed as commands see it: nothing here reads how an overlay marks hidden files. */
const listInView = async (
  { unshare, shell }: Programs,
  mount: Mount,
  turn: number,
  folders: readonly string[],
): Promise<ReadonlySet<string>> => {
  await newWorkFolders(mount.folder, turn);
  const places = folders.map((folder) => `${VIEW.tree}/${folder}`);
  const find = ['find', ...places, '-mindepth', '1', '-maxdepth', '1', '-print0'];
  const found = await runTool(unshare ?? '', mountedCommand(mount, { turn }, shell, find), {
    cwd: mount.folder,
  });
  if (!found.ok && found.stdout.length === 0)
    throw new InfrastructureError(
      'workspace-unreadable',
      `A workspace could not be read: ${found.problem}`,
      'Run hydra doctor.',
    );
  const paths = found.stdout.toString('utf8').split('\0');
  return new Set(paths.map((path) => path.slice(VIEW.tree.length + 1)));
};

export type WorkspaceParts = Pick<Machine, 'programs' | 'run'> & {
  readonly readBlobs: ReadBlobs;
  /** Of the run. */
  readonly signal: AbortSignal | undefined;
  /** Absolute path of the tree as its commands see it. */
  readonly root: string;
  readonly mount: Mount;
  /** For all its jobs, if not the usual surroundings. */
  readonly place: OtherPlace | undefined;
  /** Where to freeze it, the part that is frozen already, and the base's layers below that. */
  readonly frozen: {
    readonly layers: FrozenLayers | null;
    readonly stack: FrozenStack;
    readonly below: FrozenStack;
  };
  /** To be laid over the frozen layers. */
  readonly changes: readonly TreeChange[];
  /** From the base to the tree under test. */
  readonly tree: readonly TreeChange[];
  /** Of the base. */
  readonly harness: Harness;
  readonly kept: string | undefined;
};

/** The layers below a workspace belong to another one, and are removed when the run ends. */
const ownOf = (stack: FrozenStack, below: FrozenStack): FrozenStack => ({
  tree: stack.tree.slice(0, stack.tree.length - below.tree.length),
  home: stack.home.slice(0, stack.home.length - below.home.length),
});

/** Adds what protects the harness while the job runs and shows writes to it. */
const requestOf = (
  { place }: WorkspaceParts,
  keeper: HarnessKeeper,
  mount: Mount,
  { job, turn }: Pick<JobRequest, 'job' | 'turn'>,
): JobRequest => ({
  job,
  turn,
  trusted: false,
  place,
  readOnly: job.readOnly === undefined ? [] : keeper.readOnly(job.readOnly, mostReadOnly(mount)),
  ...(mount.overlays ? {} : { onReady: () => keeper.settleCopies(mount) }),
});

/** Overlays may be mounted once at a time, so the jobs of one workspace take turns. */
export const makeWorkspace = async (parts: WorkspaceParts): Promise<Workspace> => {
  const { changes, kept, readBlobs } = parts;
  let { mount } = parts;
  let { stack } = parts.frozen;
  const { layers, below } = parts.frozen;
  const keys: string[] = [];
  let problem = await applyOrExplain(readBlobs, mount, changes);
  const take = inTurn();
  let [lasts, laid] = [false, changes.length > 0];
  const freeze = async (key: string, lasting: boolean): Promise<boolean> => {
    if (layers === null || !mount.overlays || problem !== null) return false;
    stack = await layers.add(key, mount, stack);
    keys.push(key);
    keeper.forget();
    [lasts, laid] = [lasts || lasting, false];
    mount = await restackMount(mount, {
      treeLowers: [...stack.tree, ...below.tree],
      homeLowers: [...stack.home, ...below.home],
    });
    return true;
  };
  let turn = 0;
  const keeper = new HarnessKeeper(parts.harness, parts.tree, (folders) =>
    listInView(parts.programs, mount, (turn += 1), folders),
  );
  // A copy may change hands before its first command, so its state is noted then.
  if (mount.overlays) await keeper.settle(mount, changes);
  const restoreHarness = async (strict: boolean): Promise<readonly string[]> => {
    if (problem !== null) return [];
    const { files, others } = await keeper.altered(mount, strict);
    if (files.length > 0) problem = await applyOrExplain(readBlobs, mount, files);
    laid ||= files.length > 0;
    await keeper.settle(mount, files);
    return [...files.map(({ path }) => path), ...others];
  };
  const run = async (job: Job): Promise<Ran> => {
    if (problem !== null) return { status: 'not-started', reason: problem };
    // A folder of the upper layer can be moved away with everything mounted in it; one of a lower layer cannot.
    if (job.readOnly !== undefined && laid) await freeze(randomBytes(32).toString('hex'), false);
    turn += 1;
    return parts.run(mount, requestOf(parts, keeper, mount, { job, turn }));
  };
  const dispose = async (): Promise<void> => {
    turn += 1;
    const aborted = parts.signal?.aborted === true;
    if (kept !== undefined && !aborted) await keepCopy(parts.programs, mount, turn, kept);
    await removeTree(mount.folder);
    // A resumed run continues from the frozen layers of an aborted one.
    if (!lasts && !aborted) await layers?.drop(keys, ownOf(stack, parts.frozen.stack));
  };
  return {
    root: parts.root,
    ...(mount.overlays ? {} : { hostTree: mount.tree, hostHome: mount.home }),
    ...(kept === undefined ? {} : { kept }),
    run: (job) => take(() => run(job)),
    collect: (pattern) => take(() => collectFiles(mount.tree, pattern)),
    restoreHarness: (strict) => take(() => restoreHarness(strict)),
    remove: (pattern) => take(() => removeFiles(mount.tree, pattern)),
    freeze: (key, lasting = false) => take(() => freeze(key, lasting)),
    dispose: () => take(dispose),
  };
};
