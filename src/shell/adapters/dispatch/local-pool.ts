import { Work, WorkBase, WorkUpdate } from '../../../core/domain/work/work.ts';
import type { PreparedBase } from '../../../core/domain/work/work-result.ts';
import type { Dispatcher } from '../../ports/dispatcher.ts';
import type { Workspaces } from '../../ports/workspaces.ts';
import type { FileBlobStore } from './file-blob-store.ts';
import { type Cores, createLaneScheduler } from './lane-scheduler.ts';
import { WorkLane } from './work-lane.ts';

export type LocalPoolParts = Cores & {
  readonly workspaces: Workspaces;
  /** Shared with the caller, who reads logs and reports from it. */
  readonly blobs: FileBlobStore;
};

/** Each base is prepared once, whatever the request; a failure of the machine is not remembered. */
const createPreparer = ({ workspaces, blobs }: Pick<LocalPoolParts, 'workspaces' | 'blobs'>) => {
  const known = new Map<string, Promise<PreparedBase>>();
  const prepare = async ({ commit, install, ...given }: WorkBase): Promise<PreparedBase> => {
    const logFile = await blobs.newFile();
    const { key, installed } = await workspaces.prepareBase(commit, install, logFile, given);
    const log = await blobs.adopt(logFile);
    if (installed.status !== 'failed') return { key, commit, installed, log };
    return { key, commit, installed: { status: 'failed', reason: installed.reason }, log };
  };
  return (base: WorkBase): Promise<PreparedBase> => {
    const name = JSON.stringify(base);
    const preparing = known.get(name) ?? prepare(base);
    if (!known.has(name)) preparing.catch(() => known.delete(name));
    known.set(name, preparing);
    return preparing;
  };
};

/** Runs works on this machine, in workspaces; their steps share its cores. */
export const createLocalPool = ({ workspaces, blobs, ...cores }: LocalPoolParts): Dispatcher => {
  const scheduler = createLaneScheduler(cores);
  const lanes = new Map<string, WorkLane>();
  const ends = new Map<string, Promise<unknown>>();
  const prepareBase = createPreparer({ workspaces, blobs });
  return {
    isolation: workspaces.isolation,
    notes: workspaces.notes ?? [],
    toolVersions: (programs) => workspaces.toolVersions(programs),
    prepareBase: async (base) => prepareBase(WorkBase.parse(base)),
    // Submitted before anything is awaited, so that works dispatched together compete for the first core.
    async run(given, watch = {}) {
      const work = Work.parse(given);
      // Two candidates may have the same tests: equal works run one after the other, each for its own watcher.
      for (let other = ends.get(work.id); other !== undefined; other = ends.get(work.id))
        await other.catch(() => {});
      const lane = new WorkLane({ workspaces, blobs, prepareBase }, work, watch);
      lanes.set(work.id, lane);
      const end = scheduler.submit(lane);
      ends.set(work.id, end);
      try {
        await end;
        return lane.result();
      } finally {
        lanes.delete(work.id);
        ends.delete(work.id);
      }
    },
    async update(id, update) {
      lanes.get(id)?.update(WorkUpdate.parse(update));
    },
    hasKept: (key) => workspaces.hasFrozen(key),
    async dropKept() {
      await workspaces.dropFrozen();
      await blobs.removeAll();
    },
  };
};
