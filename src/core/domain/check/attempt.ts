import * as z from 'zod';

/** What a command tried beyond its workspace, as the sandbox saw it; what it says of itself is not asked. */
export const Attempt = z.strictObject({
  kind: z.enum(['network', 'secret-read', 'secret-write']),
  /** How often, or which file. */
  detail: z.string().max(200),
});
export type Attempt = z.infer<typeof Attempt>;

export const Attempts = z.array(Attempt).max(20).readonly().optional();
