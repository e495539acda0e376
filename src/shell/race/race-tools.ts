import type { AgentTools } from '../ports/agent-tools.ts';
import type { Tools } from '../ports/tools.ts';

/** What a race needs: a repository, and agents. */
export type RaceTools = {
  readonly tools: Tools;
  readonly agents: AgentTools;
};
