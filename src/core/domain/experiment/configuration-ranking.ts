import * as z from 'zod';
import { Interval } from './statistical-verdict.ts';

/** Three or more configurations: who beats whom on how many tasks, as one strength each. */
export const ConfigurationRanking = z.strictObject({
  /** Tasks that every configuration has a score for. */
  tasks: z.int(),
  resamples: z.int(),
  configurations: z.array(
    z.strictObject({
      configuration: z.string(),
      mean: z.number(),
      /** Bradley–Terry, on a log scale, centred at 0. */
      strength: z.number(),
      interval: Interval,
      /** Share of the resamples in which it is the strongest; equals share it. */
      probability_best: z.number(),
    }),
  ),
});
export type ConfigurationRanking = z.infer<typeof ConfigurationRanking>;
