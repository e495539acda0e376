import * as z from 'zod';

/** What a flag does to its candidate: stops it, is shown, or is not looked for. */
export const FlagSeverity = z.enum(['block', 'warn', 'off']);
export type FlagSeverity = z.infer<typeof FlagSeverity>;

/** Something suspicious, with its place, the rule that saw it and what it saw. */
export const Flag = z.strictObject({
  /** One of the catalogue; `hydra explain ID` tells more. */
  id: z.string(),
  /** Which pattern or comparison saw it. */
  rule: z.string(),
  sentence: z.string(),
  file: z.string().optional(),
  line: z.int().nonnegative().optional(),
  /** The offending text, cut short. */
  evidence: z.string().optional(),
});
export type Flag = z.infer<typeof Flag>;
