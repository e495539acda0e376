import { join } from 'node:path';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { proveTask } from '../../core/bench/prove-task.ts';
import type { BenchTools } from './bench-tools.ts';
import { inTaskRepository } from './in-task-repository.ts';
import { verifyChanges } from './verify-change.ts';

export type TaskProof = {
  readonly task: string;
  readonly hash: string;
  /** Empty if the task is sound. */
  readonly problems: readonly string[];
  /** The end of the hidden tests' output for the reference, if there are problems. */
  readonly log: string;
};

/** Proves that gold.patch passes every hidden test, and that an empty change does not. */
export const validateBenchTask = (bench: BenchTools, task: BenchTask): Promise<TaskProof> =>
  inTaskRepository(bench, task, async ({ tools, base }) => {
    const { id, hash } = task;
    const source = { kind: 'patch', at: join(task.folder, 'gold.patch') } as const;
    const gold = await tools.repository.importCandidate(base, source);
    if (!gold.ok) return { task: id, hash, problems: [`gold.patch ${gold.reason}`], log: '' };
    const seen = await verifyChanges(tools, task, base, [
      { name: 'empty', tree: null },
      { name: 'gold', tree: gold.tree },
    ]);
    const [empty, reference] = [seen.get('empty')!, seen.get('gold')!];
    const problems = proveTask(task.tests, { empty, gold: reference });
    return { task: id, hash, problems, log: problems.length === 0 ? '' : reference.log };
  });
