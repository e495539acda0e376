import * as z from 'zod';
import { Interval } from './statistical-verdict.ts';

/** Three or more configurations: wins by task, as one strength each. */
export const ConfigurationRanking = z.strictObject({
  /** Tasks for which every configuration has a score. */
  tasks: z.int(),
  resamples: z.int(),
  configurations: z.array(
    z.strictObject({
      configuration: z.string(),
      mean: z.number(),
      /** Bradley–Terry, on a log scale, centred at 0. */
      strength: z.number(),
      interval: Interval,
      /** Share of the resamples in which it is the strongest; ties split it. */
      probability_best: z.number(),
    }),
  ),
});
export type ConfigurationRanking = z.infer<typeof ConfigurationRanking>;
