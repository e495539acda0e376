import { UserError } from '../errors/user-error.ts';
import type { Workspaces } from '../ports/workspaces.ts';

/**
 * Agents do not ask for permissions because a sandbox limits them: without one the user must consent. Returns the
 * warning to show before the first agent starts; null: there is a sandbox.
 */
export const requireSandbox = (
  { isolation }: Pick<Workspaces, 'isolation'>,
  allowed: boolean,
): string | null => {
  if (isolation.level !== 'degraded') return null;
  const warning = (can: string): string =>
    `There is no sandbox for the agents (${isolation.detail}): they ${can} read and change everything that you can.`;
  if (allowed) return warning('can');
  throw new UserError(
    'agent-no-sandbox',
    warning('could'),
    'Fix the sandbox (`hydra doctor`), or add --allow-degraded if you trust every agent with your account.',
  );
};
