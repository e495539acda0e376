import * as z from 'zod';
import type { Measured } from '../measured.ts';
import type { Objective } from './experiment-facts.ts';

/** One task under both configurations. */
export type TaskPair = {
  readonly task: string;
  readonly objective: Measured<{ readonly baseline: Objective; readonly candidate: Objective }>;
  /** Composites; if one is unknown or not finite, the two cannot be compared. */
  readonly composite: Measured<{ readonly baseline: number; readonly candidate: number }>;
};

export const REGRESSION_KINDS = ['objective_drop', 'composite_drop', 'dropped_task', 'non_finite'] as const;
export type RegressionKind = (typeof REGRESSION_KINDS)[number];

export type Regression = { readonly task: string; readonly kind: RegressionKind; readonly reason: string };

export type Verdict = {
  readonly verdict: 'improved' | 'neutral' | 'regressed';
  /** Sum of the tasks' deltas. */
  readonly netGain: number;
  readonly regressions: readonly Regression[];
};

export const OBSTACLE_KINDS = [
  'missing_data',
  'agent_unavailable',
  'errored_trial',
  'changed_task',
  'mock_agent',
  'unjudged',
] as const;

/** Why nothing may be promoted, whatever the verdict. */
export const Obstacle = z.strictObject({ kind: z.enum(OBSTACLE_KINDS), sentence: z.string() });
export type Obstacle = z.infer<typeof Obstacle>;
