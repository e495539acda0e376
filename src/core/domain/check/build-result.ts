import * as z from 'zod';

export const BuildResult = z.strictObject({
  passed: z.boolean(),
  /** Why a build that did not fail by itself has not passed: it was stopped. */
  stopped: z.string().optional(),
  /** Gradient mode: which named target was built. */
  targets: z.record(z.string(), z.boolean()).optional(),
});
export type BuildResult = z.infer<typeof BuildResult>;
