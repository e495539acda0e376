import { InfrastructureError, UserError } from '../../errors/user-error.ts';

/** The task's image or repository cannot be had: that says nothing about the agent, or about other tasks. */
const LOST: ReadonlySet<string> = new Set(['task-image', 'task-repository']);

/** Why a task cannot be had; null: something else is wrong. */
export const whyTaskIsLost = (error: unknown): string | null =>
  (error instanceof UserError || error instanceof InfrastructureError) && LOST.has(error.code)
    ? `${error.message} ${error.hint}`.trim()
    : null;
