import * as z from 'zod';

/** A package or module among several whose tests one command runs. */
export const TestPackage = z.strictObject({
  folder: z.string(),
  /** Test programs that ids of its tests begin with, if the runner names no files. */
  programs: z.array(z.string()).optional(),
});
export type TestPackage = z.infer<typeof TestPackage>;
