import type { RubricCriterion } from '../../core/domain/experiment/experiment-task.ts';
import type { Measured } from '../../core/domain/measured.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';

export type JudgedTrial = {
  readonly prompt: string;
  readonly criteria: readonly RubricCriterion[];
  readonly patch: string;
  readonly transcript: string;
  /** The result of the checks, on one line. */
  readonly verifier: string;
  readonly record: (event: RunEvent) => Promise<void>;
};

export type TrialJudgement = {
  /** 0..1. */
  readonly score: Measured<number>;
  readonly rationale: string;
  /** Null: unknown. */
  readonly usd: number | null;
};

/** Judging never breaks a run: a failure is a missing score with its reason. */
export type TrialJudge = {
  readonly spec: string;
  readonly mock: boolean;
  readonly priced: boolean;
  judge(trial: JudgedTrial): Promise<TrialJudgement>;
};
