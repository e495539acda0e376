import { join } from 'node:path';
import type { BenchTask } from '../../../core/domain/bench/bench-task.ts';
import { proveTask } from '../../../core/bench/prove-task.ts';
import type { BenchTools } from '../bench-tools.ts';
import { inTaskRepository, type TaskPlace } from './in-task-repository.ts';
import { whyTaskIsLost } from './lost-task.ts';
import { verifyChanges } from '../verify-change.ts';

export type TaskProof = {
  readonly task: string;
  readonly hash: string;
  /** Empty if the task is sound. */
  readonly problems: readonly string[];
  /** The end of the hidden tests' output for the reference, if there are problems. */
  readonly log: string;
};

/** Imports a patch that is not on disk. */
export const importInto = async ({ tools, base }: TaskPlace, patch: Uint8Array) => {
  const folder = await tools.files.makeFolder('gold');
  try {
    await tools.files.writeTree(folder, [{ path: 'gold.patch', bytes: patch, executable: false }]);
    return await tools.repository.importCandidate(base, { kind: 'patch', at: join(folder, 'gold.patch') });
  } finally {
    await tools.files.removeFolder(folder);
  }
};

const prove = (bench: BenchTools, task: BenchTask): Promise<TaskProof> =>
  inTaskRepository(bench, task, async (place) => {
    const { id, hash } = task;
    const gold = await importInto(place, await place.gold());
    if (!gold.ok) return { task: id, hash, problems: [`gold.patch ${gold.reason}`], log: '' };
    const seen = await verifyChanges(place, task, [
      { name: 'empty', tree: null },
      { name: 'gold', tree: gold.tree },
    ]);
    const [empty, reference] = [seen.get('empty')!, seen.get('gold')!];
    const problems = proveTask(task.tests, { empty, gold: reference });
    return { task: id, hash, problems, log: problems.length === 0 ? '' : reference.log };
  });

/** Proves that gold.patch passes every hidden test, and that an empty change does not. */
export const validateBenchTask = (bench: BenchTools, task: BenchTask): Promise<TaskProof> =>
  prove(bench, task).catch((error: unknown) => {
    const reason = whyTaskIsLost(error);
    if (reason === null) throw error;
    return { task: task.id, hash: task.hash, problems: [reason], log: '' };
  });
