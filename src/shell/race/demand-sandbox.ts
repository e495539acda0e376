import { UserError } from '../errors/user-error.ts';
import type { Workspaces } from '../ports/workspaces.ts';

/** Agents ask for no permissions because a sandbox limits them: without one the user must want that. */
export const demandSandbox = ({ isolation }: Pick<Workspaces, 'isolation'>, allowed: boolean): void => {
  if (isolation.level !== 'degraded' || allowed) return;
  throw new UserError(
    'race-no-sandbox',
    `There is no sandbox for the agents (${isolation.detail}): they could read and change everything that you can.`,
    'Fix the sandbox (`hydra doctor`), or add --allow-degraded if you trust every agent with your account.',
  );
};
