import { z } from 'zod';

/** Something suspicious, with its place and the rule that saw it. */
export const Flag = z.strictObject({
  id: z.string(),
  sentence: z.string(),
  file: z.string().optional(),
  line: z.int().nonnegative().optional(),
  evidence: z.string().optional(),
});
export type Flag = z.infer<typeof Flag>;
