import type { HydraConfig } from '../../core/domain/hydra-config.ts';
import type { RacePolicy } from '../../core/domain/race-policy.ts';

/** The slice of the configuration that the race model reads. */
export const racePolicyOf = ({ scoring }: HydraConfig): RacePolicy => {
  const { weights, gates, diff_scope, build_mode, speed_of_failed } = scoring;
  return { weights, gates, diff_scope, build_mode, speed_of_failed };
};
