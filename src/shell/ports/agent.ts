import type { UsageReporting } from '../../core/agent/agent-program.ts';
import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { MockBrief } from '../../core/domain/agent/mock-brief.ts';
import type { UserError } from '../errors/user-error.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Workspace } from './workspaces.ts';

/** The commands of the three checks; absent: that tool reports that it is not set up. */
export type AgentCommands = {
  readonly tests?: string;
  readonly lint?: string;
  readonly build?: string;
};

/** The task, in words, and its limits. */
export type AgentTask = {
  readonly prompt: string;
  /** In addition to AGENTS.md and CLAUDE.md of the tree. */
  readonly instructions?: string;
  /** Replaces the built-in agent's own instructions. */
  readonly system?: string;
  /** Names of the tools that are offered; absent: all. */
  readonly tools?: readonly string[];
  readonly limits?: Partial<AgentLimits>;
};

/** One piece of work in one workspace. */
export type AgentErrand = {
  readonly task: AgentTask;
  /** A plain copy, from `openWorkspaces({ copies: true })`. */
  readonly workspace: Workspace;
  readonly commands: AgentCommands;
  /** The assessment that scores, as text for the model; absent: the tool reports that. */
  readonly securityScan?: () => Promise<string>;
  /** The trace: one event a line, in order. */
  readonly record: (event: RunEvent) => Promise<void>;
  /** What scripted models know; other models ignore it. */
  readonly mock?: MockBrief;
  /** Called while it works, with everything known so far. */
  readonly onProgress?: (progress: AgentProgress) => void;
  /** Ends its work early; its changes so far count. The reason is an `AgentStop`. */
  readonly stop?: AbortSignal;
  /** Stopped if it prints nothing and does nothing for this long. */
  readonly idleMs?: number;
};

/** Why an agent was stopped. */
export type AgentStop = { readonly ended: 'stopped' | 'tokens' | 'cost'; readonly reason: string };

/** Null: not known, or not yet. */
export type AgentProgress = {
  readonly action: string;
  readonly steps: number;
  readonly toolCalls: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
};

/** What an agent may see and do inside its sandbox. */
export type AgentAllowance = {
  readonly network: boolean;
  /** Names of the user's variables that it gets if they are set. */
  readonly variables: readonly string[];
  /** Files below the user's home that it gets a copy of. */
  readonly logins: readonly string[];
  /** As a phrase. */
  readonly permissions: string;
};

export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly why: UserError };

/** Changes a tree. Failures are in the result; `work` rejects only for bugs in Hydra. */
export type Agent = {
  /** As given by the user. */
  readonly name: string;
  /** A script rather than a model: its results prove nothing. */
  readonly scripted: boolean;
  /** What it may see and do; listed before it starts. */
  readonly allowed: AgentAllowance;
  /** Limits that it keeps itself, besides those that Hydra enforces. */
  readonly keeps: readonly (keyof AgentLimits)[];
  /** When it reports its usage; null: that is up to the program. */
  readonly reports: UsageReporting | null;
  /** Checked before anything runs: keys, programs, and whether these limits can be enforced. */
  availability(task: Pick<AgentTask, 'limits' | 'tools'>): Promise<Availability>;
  work(errand: AgentErrand): Promise<AgentResult>;
};
