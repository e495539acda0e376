import { join } from 'node:path';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { LabelledTask } from '../../core/lab/selector.ts';
import { UserError } from '../errors/user-error.ts';
import { evaluateOnce } from '../evaluate/evaluate-once.ts';
import type { TaskRepositories } from '../ports/task-repositories.ts';
import type { Tools } from '../ports/tools.ts';

export type PoolWorld = {
  readonly repositories: Pick<TaskRepositories, 'fromGit'>;
  readonly openTools: (root: string, signal: AbortSignal) => Promise<Tools>;
  /** Ends everything. */
  readonly signal: AbortSignal;
};

export type PoolEvaluation = {
  /** An evaluation that takes longer is stopped: it has no decision. */
  readonly limitMs: number;
  readonly onProgress?: OnEvent;
  readonly onTask?: (task: LabelledTask) => void;
};

const MINUTE_MS = 60_000;
/** What begins before this share of the limit usually ends before the limit. */
const SHARE_TO_BEGIN = 0.5;

const minutes = (ms: number): string => `${Math.round(ms / 6000) / 10} minutes`;

/** Files are numbered: a candidate's name must not decide where its patch is written. */
const writePatches = async ({ files }: Tools, { candidates }: LabelledTask) => {
  const folder = await files.makeFolder('pool');
  const written = candidates.map(({ patch }, at) => ({
    path: `${at}.patch`,
    bytes: Buffer.from(patch === '' || patch.endsWith('\n') ? patch : `${patch}\n`),
    executable: false,
  }));
  await files.writeTree(folder, written);
  return {
    inputs: candidates.map(({ name, author }, at) => ({
      name,
      source: join(folder, `${at}.patch`),
      ...(author === undefined ? {} : { provenance: { author } }),
    })),
    remove: () => files.removeFolder(folder),
  };
};

const evaluateTask = async (
  world: PoolWorld,
  task: LabelledTask & { readonly base: string },
  signal: AbortSignal,
  { limitMs, onProgress }: Pick<PoolEvaluation, 'limitMs' | 'onProgress'>,
): Promise<LabelledTask> => {
  const repository = await world.repositories.fromGit({ git: task.repo, ref: task.base });
  const tools = await world.openTools(repository.root, signal);
  const { inputs, remove } = await writePatches(tools, task);
  try {
    const { captured, conclusion } = await evaluateOnce(tools, {
      base: repository.base,
      candidates: inputs,
      withinMinutes: (limitMs * SHARE_TO_BEGIN) / MINUTE_MS,
      ...(task.task.trim() === '' ? {} : { task: task.task }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return { ...task, captured, conclusion };
  } finally {
    await remove();
  }
};

const hasBase = (task: LabelledTask): task is LabelledTask & { readonly base: string } =>
  task.base !== undefined;

/**
 * Evaluates the tasks whose base is known, one after the other. A task whose evaluation fails or takes too long stays in
 * the measurement, without a decision. Checks that have ended before are not repeated.
 */
export const evaluatePool = async (
  world: PoolWorld,
  tasks: readonly LabelledTask[],
  { limitMs, onProgress, onTask }: PoolEvaluation,
): Promise<readonly LabelledTask[]> => {
  const placed = tasks.filter(hasBase);
  if (placed.length === 0)
    throw new UserError(
      'lab-base',
      'No task of the pool names its base.',
      'Add "base", the full id of the commit that the candidates change.',
    );
  const done: LabelledTask[] = [];
  for (const task of placed) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limitMs);
    const signal = AbortSignal.any([world.signal, limit.signal]);
    const unfinished = (why: string): LabelledTask => ({ ...task, unfinished: why });
    const ended = await evaluateTask(world, task, signal, {
      limitMs,
      ...(onProgress === undefined ? {} : { onProgress }),
    }).catch((error: unknown) => {
      if (world.signal.aborted) throw error;
      if (limit.signal.aborted) return unfinished(`stopped after ${minutes(limitMs)}`);
      if (error instanceof UserError) return unfinished(error.message);
      throw error;
    });
    clearTimeout(timer);
    done.push(ended);
    onTask?.(ended);
  }
  return done;
};
