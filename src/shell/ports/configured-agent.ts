import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { TrialCost } from '../../core/domain/experiment/trial.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Workspace } from './workspaces.ts';

export type TrialJob = {
  /** The fixture overlaid with the configuration; a plain copy (`hostTree`). */
  readonly workspace: Workspace;
  readonly task: { readonly id: string; readonly prompt: string };
  /** For scripted agents only: how the task is solved. */
  readonly solution: readonly PatchOp[];
  readonly configuration: AgentConfiguration;
  readonly seed: number;
  readonly timeoutMs: number;
  /** Of the experiment; an agent's result after an abort is not used. */
  readonly signal: AbortSignal;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** `failed` and `timed_out` are the agent's fault; `errored` is the machine's and does not count against the agent. */
export type TrialWork = {
  readonly status: 'completed' | 'failed' | 'timed_out' | 'errored';
  readonly reason: string;
  readonly cost: TrialCost;
  /** What the agent wrote and did, for a judge. */
  readonly transcript: string;
};

/** An `Agent` under every configuration of an experiment. Opening one that is not available is a UserError. */
export type ConfiguredAgent = {
  readonly spec: string;
  readonly kind: 'builtin' | 'claude' | 'command';
  /** Scripted: its results never lead to a promotion. */
  readonly mock: boolean;
  readonly version: string | null;
  /** Whether the cost of its runs is known, so that a budget can be enforced. */
  readonly priced: boolean;
  work(job: TrialJob): Promise<TrialWork>;
};
