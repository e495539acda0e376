import type { AgentErrand } from '../ports/agent.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { Clock } from '../ports/clock.ts';

/** Everything the built-in agent can reach. */
export type AgentWorld = Pick<AgentErrand, 'commands' | 'securityScan' | 'record' | 'onProgress' | 'stop'> & {
  readonly workspace: AgentWorkspace;
  readonly clock: Clock;
};
