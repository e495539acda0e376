import type { AgentTools } from '../ports/agent-tools.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';

/** Intermediate evaluations of one race: they are not listed as runs, and are removed when the race is over. */
export type Rounds = { readonly store: RunStore; readonly remove: () => Promise<void> };

/** What a race needs: a repository, and agents. */
export type RaceTools = {
  readonly tools: Tools;
  readonly agents: AgentTools;
  readonly openRounds: (race: string) => Rounds;
};
