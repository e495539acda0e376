import * as z from 'zod';

/** What a command tried to do outside its workspace, as observed by the sandbox, never as reported by the command. */
export const Attempt = z.strictObject({
  kind: z.enum(['network', 'secret-read', 'secret-write']),
  /** How often, or which file. */
  detail: z.string().max(200),
});
export type Attempt = z.infer<typeof Attempt>;

const Attempts = z.array(Attempt).max(20).readonly().optional();

/** Names of programs that were started; absent: not traced. */
const Programs = z.array(z.string().max(200)).max(200).readonly().optional();

/** What the sandbox saw of a command that ran. */
export const Witnessed = { attempts: Attempts, programs: Programs };
