import type { Trial } from '../../core/domain/experiment/trial.ts';

/** Trials by content key (sha-256): the same task, configuration, agent and seed are not run twice. */
export type TrialCache = {
  /** Null: unknown, or incomplete. */
  get(key: string): Promise<Trial | null>;
  put(key: string, trial: Trial): Promise<void>;
};
