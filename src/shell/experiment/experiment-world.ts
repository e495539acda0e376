import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
import type { ExperimentTask } from '../../core/domain/experiment/experiment-task.ts';
import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { TrialCache } from '../ports/trial-cache.ts';
import type { TrialSetting } from './trial/run-trial.ts';

/** What is compared, and to what extent. */
export type ExperimentPlan = {
  readonly suite: readonly ExperimentTask[];
  /** The baseline first. */
  readonly configurations: readonly AgentConfiguration[];
  readonly policy: ExperimentPolicy;
  readonly seed: number;
  /** Run fresh trials of suspected tasks; `auto`: if a promotion depends on them. */
  readonly confirm: boolean | 'auto';
  /** Null: no limit. */
  readonly budgetUsd: number | null;
  readonly jobs: number;
};

/** Everything that trials need besides the compared configurations and tasks. */
export type ExperimentWorld = TrialSetting & {
  /** The run that records everything. */
  readonly run: string;
  readonly cache: TrialCache;
  /** Trials of the resumed run, by key. */
  readonly known: ReadonlyMap<string, Trial>;
  /** As `record`, without waiting. */
  readonly emit: OnEvent;
};
