import type { PatchTools } from '../ports/patch-tools.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { TaskRepositories } from '../ports/task-repositories.ts';
import type { Tools } from '../ports/tools.ts';
import type { TaskReader } from './tasks/load-task.ts';

/** What a benchmark needs beyond one repository: it creates one for every task. */
export type BenchTools = {
  readonly reader: TaskReader;
  readonly repositories: TaskRepositories;
  readonly agents: AgentTools;
  readonly patches: PatchTools;
  readonly engineVersion: string;
  readonly openTools: (root: string) => Promise<Tools>;
};
