import type { RunPolicy } from './score-captured.ts';
import type { HydraConfig } from '../domain/policy/hydra-config.ts';

/** The part of the configuration that a conclusion reads. */
export const racePolicyOf = ({ scoring, trust, decision, probe }: HydraConfig): RunPolicy => {
  const { weights, gates, diff_scope, build_mode, speed_of_failed } = scoring;
  return { weights, gates, diff_scope, build_mode, speed_of_failed, trust, decision, probe };
};
