import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { MockBrief } from '../../core/domain/agent/mock-brief.ts';
import type { UserError } from '../errors/user-error.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Workspace } from './workspaces.ts';

/** What the three checks run; absent: that tool says that it is not set up. */
export type AgentCommands = {
  readonly tests?: string;
  readonly lint?: string;
  readonly build?: string;
};

/** What is to be done, in words and limits. */
export type AgentTask = {
  readonly prompt: string;
  /** Beside AGENTS.md and CLAUDE.md of the tree. */
  readonly instructions?: string;
  /** In place of what the built-in agent is told about its work. */
  readonly system?: string;
  /** Names of the tools that are offered; all of them if absent. */
  readonly tools?: readonly string[];
  readonly limits?: Partial<AgentLimits>;
};

/** One piece of work in one workspace. */
export type AgentErrand = {
  readonly task: AgentTask;
  /** A plain copy, from `openWorkspaces({ copies: true })`. */
  readonly workspace: Workspace;
  readonly commands: AgentCommands;
  /** The assessment that scores, as text for the model; absent: the tool says so. */
  readonly securityScan?: () => Promise<string>;
  /** The trace: one event a line, in order. */
  readonly record: (event: RunEvent) => Promise<void>;
  /** What scripted models know; nobody else reads it. */
  readonly mock?: MockBrief;
};

export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly why: UserError };

/** Somebody who changes a tree. Trouble is in the result; `work` rejects for faults of ours alone. */
export type Agent = {
  /** As it was asked for. */
  readonly name: string;
  /** A script and no model: what it does proves nothing about anybody. */
  readonly scripted: boolean;
  /** Asked before anything runs: keys, programs, and whether these limits can be kept. */
  availability(task: Pick<AgentTask, 'limits' | 'tools'>): Promise<Availability>;
  work(errand: AgentErrand): Promise<AgentResult>;
};
