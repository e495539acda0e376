import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { Given, InstallOutcome, PreparedBase, Workspaces } from '../../../ports/workspaces.ts';
import { exploreMachine } from '../isolation/explore-machine.ts';
import { frozenLayers, NOTHING_FROZEN } from './frozen-layers.ts';
import { layGround } from '../tree/mount.ts';
import { installKey } from './install-key.ts';
import { ensureLayer, type Layer } from './install-layer.ts';
import type { Machine, WorkspacesOptions } from '../isolation/machine.ts';
import { ensurePristine, listTracked } from '../tree/base-checkout.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { newScratch, tidyUp } from '../tree/scratch-folder.ts';
import { sweepContainers } from '../container/sweep-containers.ts';
import { toolsOf } from '../host/tool-versions.ts';
import { makeWorkspace } from './workspace.ts';

/** Read-only layers of a prepared base, the topmost first. */
type Layers = { readonly tree: readonly string[]; readonly home: readonly string[] };

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const outcomeOf = (layer: Layer | null, logFile: string): InstallOutcome => {
  if (layer === null) return { status: 'none' };
  if (!layer.ok) return { status: 'failed', reason: layer.reason, logFile };
  return { status: 'installed', reused: layer.reused, durationMs: layer.durationMs };
};

/** What the tree tracks lies above a shared installation; one that compiled this very tree lies above it. */
const layersOf = (pristine: string, layer: Layer | null, install: InstallPlan | null): Layers => {
  if (layer === null || !layer.ok) return { tree: [pristine], home: [] };
  const installed = join(layer.folder, 'tree');
  const tree = install?.scope === 'tree' ? [installed, pristine] : [pristine, installed];
  return { tree, home: [join(layer.folder, 'home')] };
};

const prepare = async (
  machine: Machine,
  commit: string,
  install: InstallPlan | null,
  { logFile, given }: { readonly logFile: string; readonly given: Given | undefined },
) => {
  const { git, options } = machine;
  const pristine = await ensurePristine({ git, gitDir: options.gitDir, cacheDir: options.cacheDir }, commit);
  if (install === null) return { layer: null, layers: layersOf(pristine, null, null), key: digest(commit) };
  const tracked = await listTracked(git, pristine);
  const tools = await toolsOf(machine);
  const kind = machine.overlays ? 'overlay' : 'copy';
  const key = installKey({ install, commit, tracked, tools, kind });
  const layer = await ensureLayer(machine, { key, install, pristine, tracked, given }, logFile);
  return {
    layer,
    layers: layersOf(pristine, layer, install),
    key: digest(commit, layer.ok ? key : 'failed'),
  };
};

const labelOf = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_') || 'workspace';

/** Disposable copies of a repository: overlays in a sandbox where the machine has both, plain copies elsewhere. */
export const openWorkspaces = async (options: WorkspacesOptions): Promise<Workspaces> => {
  const machine = await exploreMachine(options);
  if (machine.container !== null) await sweepContainers(machine.container.engine);
  await tidyUp(options.cacheDir, machine.scratchDir);
  const prepared = new Map<string, Layers>();
  /** For what a run keeps until it ends. */
  const runFolder = options.run === undefined ? null : join(options.cacheDir, 'builds', labelOf(options.run));
  const frozen = runFolder === null || !machine.overlays ? null : frozenLayers(runFolder);
  const labels = new Map<string, number>();
  const keptFolder = (name: string): string | undefined => {
    if (options.keepDir === undefined) return undefined;
    const label = labelOf(name);
    const count = (labels.get(label) ?? 0) + 1;
    labels.set(label, count);
    return join(options.keepDir, count === 1 ? label : `${label}-${count}`);
  };
  return {
    isolation: machine.isolation,
    async prepareBase(commit, install, logFile, given): Promise<PreparedBase> {
      const { layer, layers, key } = await prepare(machine, commit, install, { logFile, given });
      prepared.set(key, layers);
      return { key, commit, installed: outcomeOf(layer, logFile) };
    },
    async create(base, changes, name = 'workspace', key) {
      const layers = prepared.get(base.key);
      if (layers === undefined) throw new Error('this base was not prepared here');
      const stack = key === undefined ? NOTHING_FROZEN : ((await frozen?.find(key)) ?? null);
      if (stack === null) throw new Error('this workspace was not frozen');
      const ground = await layGround({
        folder: await newScratch(machine.scratchDir),
        overlays: machine.overlays,
        disposable: true,
        downloads: null,
        treeLowers: [...stack.tree, ...layers.tree],
        homeLowers: [...stack.home, ...layers.home],
      });
      if (ground.homeLowers.length === 0)
        await cp(join(machine.support, 'home'), ground.home, { recursive: true });
      return makeWorkspace(machine, {
        ground,
        changes,
        kept: keptFolder(name),
        frozen: { layers: frozen, stack, below: layers },
      });
    },
    hasFrozen: async (key) => ((await frozen?.find(key)) ?? null) !== null,
    dropFrozen: async () => (runFolder === null ? undefined : removeTree(runFolder)),
    toolVersions: () => toolsOf(machine),
  };
};
