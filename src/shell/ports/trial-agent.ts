import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { TrialCost } from '../../core/domain/experiment/trial.ts';
import type { RunEvent } from './run-store.ts';
import type { Workspace } from './workspaces.ts';

export type TrialJob = {
  /** The fixture with the configuration laid over it; a plain copy (`hostTree`). */
  readonly workspace: Workspace;
  readonly task: { readonly id: string; readonly prompt: string };
  /** For scripted agents alone: how the task is solved. */
  readonly solution: readonly PatchOp[];
  readonly configuration: AgentConfiguration;
  readonly seed: number;
  readonly timeoutMs: number;
  /** Of the experiment; what an agent returns after an abort is not used. */
  readonly signal: AbortSignal;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** `failed` and `timed_out` are the agent's doing; `errored` is the machine's, and says nothing of it. */
export type TrialWork = {
  readonly status: 'completed' | 'failed' | 'timed_out' | 'errored';
  readonly reason: string;
  readonly cost: TrialCost;
  /** What it said and did, for a judge. */
  readonly transcript: string;
};

/** Whoever works on a task. Opening one that is not available is a UserError, before anything runs. */
export type TrialAgent = {
  readonly spec: string;
  readonly kind: 'builtin' | 'claude' | 'command';
  /** Scripted: nothing is ever promoted on it. */
  readonly mock: boolean;
  readonly version: string | null;
  /** Are its runs priced, so that a budget can be kept? */
  readonly priced: boolean;
  work(job: TrialJob): Promise<TrialWork>;
};
