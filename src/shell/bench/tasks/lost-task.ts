import { InfrastructureError, UserError } from '../../errors/user-error.ts';

/** The task's image or repository is unavailable, which is no evidence about the agent or other tasks. */
const LOST: ReadonlySet<string> = new Set(['task-image', 'task-repository']);

/** Why a task is unavailable; null: something else is wrong. */
export const whyTaskIsLost = (error: unknown): string | null =>
  (error instanceof UserError || error instanceof InfrastructureError) && LOST.has(error.code)
    ? `${error.message} ${error.hint}`.trim()
    : null;
