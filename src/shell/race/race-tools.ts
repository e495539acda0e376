import type { AgentTools } from '../ports/agent-tools.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';

/** Evaluations on the way of one race: no runs of their own in any list, and gone when the race is over. */
export type Rounds = { readonly store: RunStore; readonly remove: () => Promise<void> };

/** What a race needs: a repository, and agents. */
export type RaceTools = {
  readonly tools: Tools;
  readonly agents: AgentTools;
  readonly openRounds: (race: string) => Rounds;
};
