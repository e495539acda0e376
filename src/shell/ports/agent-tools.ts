import type { AgentPrograms } from './agent-program.ts';
import type { AgentWorkspace } from './agent-workspace.ts';
import type { Clock } from './clock.ts';
import type { Models } from './models.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Workspace } from './workspaces.ts';

/** `record` appends one line, in the order of the calls; `close` syncs the file to disk. */
export type TraceFile = {
  record(event: RunEvent): Promise<void>;
  close(): Promise<void>;
};

/** What agents and judges need besides a repository. */
export type AgentTools = {
  readonly models: Models;
  readonly programs: AgentPrograms;
  /** The workspace must come from `openWorkspaces({ copies: true })`. */
  openWorkspace(workspace: Workspace): Promise<AgentWorkspace>;
  /** A new file of JSON lines; an existing file is an error. */
  openTrace(path: string): Promise<TraceFile>;
  readonly clock: Clock;
  /** Unpredictable random letters and digits. */
  readonly nonce: () => string;
};
