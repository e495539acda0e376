import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { TrialCost } from '../../core/domain/experiment/trial.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Workspace } from './workspaces.ts';

export type TrialJob = {
  /** The fixture with the configuration laid over it; a plain copy (`hostTree`). */
  readonly workspace: Workspace;
  readonly task: { readonly id: string; readonly prompt: string };
  /** For scripted agents only: how the task is solved. */
  readonly solution: readonly PatchOp[];
  readonly configuration: AgentConfiguration;
  readonly seed: number;
  readonly timeoutMs: number;
  /** Of the experiment; what an agent returns after an abort is not used. */
  readonly signal: AbortSignal;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** `failed` and `timed_out` are the agent's fault; `errored` is the machine's, and is not counted against it. */
export type TrialWork = {
  readonly status: 'completed' | 'failed' | 'timed_out' | 'errored';
  readonly reason: string;
  readonly cost: TrialCost;
  /** What it wrote and did, for a judge. */
  readonly transcript: string;
};

/** Works on a task. Opening an unavailable agent is a UserError, before anything runs. */
export type TrialAgent = {
  readonly spec: string;
  readonly kind: 'builtin' | 'claude' | 'command';
  /** Scripted: never a reason to promote. */
  readonly mock: boolean;
  readonly version: string | null;
  /** Are its runs priced, so that a budget can be enforced? */
  readonly priced: boolean;
  work(job: TrialJob): Promise<TrialWork>;
};
