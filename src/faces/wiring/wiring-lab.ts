import { join, resolve } from 'node:path';
import type { LabelledTask } from '../../core/lab/selector.ts';
import { evaluatePool, type PoolEvaluation } from '../../shell/lab/evaluate-pool.ts';
import type { Session } from './session.ts';
import { cacheHome } from './wiring-folders.ts';
import { openTools, signalOf } from './wiring.ts';

export type LabPoolOptions = PoolEvaluation & {
  readonly tasks: readonly LabelledTask[];
  /** Folder of clones, called OWNER+NAME or OWNER/NAME. */
  readonly clones: string;
  /** Ends everything with an AbortError. */
  readonly signal?: AbortSignal;
};

export const evaluateLabPoolIn = async (
  session: Session,
  { tasks, clones, signal, ...options }: LabPoolOptions,
): Promise<readonly LabelledTask[]> => {
  const { openTaskRepositories } = await import('../../shell/adapters/git/repository/task-repositories.ts');
  const world = {
    repositories: openTaskRepositories(join(cacheHome(), 'tasks'), resolve(clones)),
    openTools: (root: string, ofTask: AbortSignal) => openTools(session, root, ofTask),
    signal: signalOf(session, signal),
  };
  return evaluatePool(world, tasks, options);
};
