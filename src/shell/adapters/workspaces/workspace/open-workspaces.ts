import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';
import type { Given, InstallOutcome, WorkspaceBase, Workspaces } from '../../../ports/workspaces.ts';
import { exploreMachine } from '../isolation/explore-machine.ts';
import { frozenLayers, NOTHING_FROZEN } from './frozen-layers.ts';
import { createMount, type Mount } from '../tree/mount.ts';
import { ensureLayer, installKey, type Layer, warmUpOf } from './install-layer.ts';
import type { Machine, Sandbox, WorkspacesOptions } from '../isolation/machine.ts';
import { ensureCheckout, listTracked } from '../tree/base-checkout.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { newScratch, tidyUp } from '../tree/scratch-folder.ts';
import { sweepContainers } from '../container/sweep-containers.ts';
import type { Toolchains } from '../host/find-toolchains.ts';
import { toolVersions } from '../host/tool-versions.ts';
import { CONTAINER } from '../container/container-surroundings.ts';
import { surroundingsAt, USUAL } from '../launch/places.ts';
import { type Harness, harnessOf } from './keep-harness.ts';
import { makeWorkspace } from './workspace.ts';

/** Read-only layers of a prepared base, the topmost first. */
type Layers = {
  readonly tree: readonly string[];
  readonly home: readonly string[];
  readonly harness: Harness;
};

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const outcomeOf = (layer: Layer | null, logFile: string): InstallOutcome => {
  if (layer === null) return { status: 'none' };
  if (!layer.ok) return { status: 'failed', reason: layer.reason, logFile };
  return { status: 'installed', reused: layer.reused, durationMs: layer.durationMs };
};

/** Tracked files lie above a shared installation; an installation that compiled this very tree lies above them. */
const layersOf = (
  checkout: string,
  layer: Layer | null,
  install: InstallPlan | null,
): Omit<Layers, 'harness'> => {
  if (layer === null || !layer.ok) return { tree: [checkout], home: [] };
  const installed = join(layer.folder, 'tree');
  const tree = install?.scope === 'tree' ? [installed, checkout] : [checkout, installed];
  return { tree, home: [join(layer.folder, 'home')] };
};

type BaseRequest = {
  readonly commit: string;
  readonly install: InstallPlan | null;
  readonly logFile: string;
  readonly given: Given | undefined;
};

/** In a container the tools are the image's. Installed files may contain the path they were installed to. */
const toolsOf = async (
  { host, sandbox }: Pick<Machine, 'host' | 'sandbox'>,
  programs: readonly string[] | undefined,
): Promise<string> =>
  sandbox.container === null
    ? digest(await toolVersions(host.toolchains, programs), JSON.stringify(USUAL))
    : createHash('sha256').update(`container ${sandbox.container.imageId}`).digest('hex');

const prepare = async (
  machine: Machine,
  { gitDir, cacheDir, signal }: WorkspacesOptions,
  { commit, install, logFile, given }: BaseRequest,
) => {
  const { git, host, sandbox, run } = machine;
  const checkout = await ensureCheckout({ git, gitDir, cacheDir }, commit);
  const tracked = await listTracked(git, checkout);
  const harness = harnessOf(tracked);
  if (install === null)
    return { layer: null, layers: { ...layersOf(checkout, null, null), harness }, key: digest(commit) };
  const tools = await toolsOf(machine, install.programs);
  const kind = sandbox.overlays ? 'overlay' : 'copy';
  const key = installKey({ install, commit, tracked, tools, kind });
  const warm = warmUpOf(install);
  const warmUp =
    warm === null
      ? null
      : { key: installKey({ install: warm, commit, tracked: [], tools, kind }), install: warm };
  const installing = { host, sandbox, run, cacheDir, signal };
  const layer = await ensureLayer(installing, { key, install, warmUp, checkout, tracked, given }, logFile);
  return {
    layer,
    layers: { ...layersOf(checkout, layer, install), harness },
    key: digest(commit, layer.ok ? key : 'failed'),
  };
};

const rootIn = ({ isolation }: Sandbox, mount: Mount, place: OtherPlace | undefined): string => {
  switch (isolation.level) {
    case 'degraded':
      return mount.tree;
    case 'container':
      return CONTAINER.workspace;
    case 'sandboxed':
      return surroundingsAt(place).workspace;
  }
};

/** What users should know about the folders on PATH. */
const notesOnPath = ({ partly, crowded, leftOut }: Toolchains): readonly string[] => {
  const note = (folders: readonly string[], say: (names: string) => string) =>
    folders.length === 0 ? [] : [say(folders.join(', '))];
  return [
    ...note(partly, (of) => `PATH: in ${of} checks see only programs and their libraries, no other files`),
    ...note(crowded, (of) => `PATH: checks see every file in ${of}, because there are so many programs`),
    ...note(leftOut, (names) => `PATH: checks do not see ${names}: private, or without programs`),
  ];
};

const labelOf = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_') || 'workspace';

/** Disposable copies of a repository: overlays in a sandbox if the machine has both, plain copies otherwise. */
export const openWorkspaces = async (options: WorkspacesOptions): Promise<Workspaces> => {
  const machine = await exploreMachine(options);
  const { host, programs, sandbox, scratchDir, run } = machine;
  if (sandbox.container !== null) await sweepContainers(sandbox.container.engine);
  await tidyUp(options.cacheDir, scratchDir);
  const prepared = new Map<string, Layers>();
  /** For files that a run keeps until it ends. */
  const runFolder = options.run === undefined ? null : join(options.cacheDir, 'builds', labelOf(options.run));
  const frozen = runFolder === null || !sandbox.overlays ? null : frozenLayers(runFolder);
  const labels = new Map<string, number>();
  const keptFolder = (name: string): string | undefined => {
    if (options.keepDir === undefined) return undefined;
    const label = labelOf(name);
    const count = (labels.get(label) ?? 0) + 1;
    labels.set(label, count);
    return join(options.keepDir, count === 1 ? label : `${label}-${count}`);
  };
  return {
    isolation: sandbox.isolation,
    notes: sandbox.isolation.level === 'sandboxed' ? notesOnPath(host.toolchains) : [],
    async prepareBase(commit, install, logFile, given): Promise<WorkspaceBase> {
      const { layer, layers, key } = await prepare(machine, options, { commit, install, logFile, given });
      prepared.set(key, layers);
      return { key, commit, installed: outcomeOf(layer, logFile) };
    },
    async create(base, changes, name = 'workspace', from = {}) {
      const layers = prepared.get(base.key);
      if (layers === undefined) throw new Error('this base was not prepared here');
      const stack = from.key === undefined ? NOTHING_FROZEN : ((await frozen?.find(from.key)) ?? null);
      if (stack === null) throw new Error('this workspace was not frozen');
      const mount = await createMount({
        folder: await newScratch(scratchDir),
        overlays: sandbox.overlays,
        disposable: true,
        downloads: null,
        treeLowers: [...stack.tree, ...layers.tree],
        homeLowers: [...stack.home, ...layers.home],
      });
      if (mount.homeLowers.length === 0)
        await cp(join(host.support, 'home'), mount.home, { recursive: true });
      return makeWorkspace({
        programs,
        run,
        readBlobs: options.readBlobs,
        signal: options.signal,
        root: rootIn(sandbox, mount, from.place),
        place: from.place,
        mount,
        changes,
        tree: from.tree ?? changes,
        harness: layers.harness,
        kept: keptFolder(name),
        frozen: { layers: frozen, stack, below: layers },
      });
    },
    hasFrozen: async (key) => ((await frozen?.find(key)) ?? null) !== null,
    dropFrozen: async () => (runFolder === null ? undefined : removeTree(runFolder)),
    toolVersions: (names) => toolsOf(machine, names),
  };
};
