import { z } from 'zod';

/** A log as stored in the run folder: whole up to a limit, and marked where it was cut. */
export const LogRef = z.strictObject({
  path: z.string(),
  sha256: z.string(),
  bytes: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type LogRef = z.infer<typeof LogRef>;

const ran = { durationMs: z.number().nonnegative(), log: LogRef };

export const CheckOutcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('exited'), exitCode: z.int(), ...ran }),
  z.strictObject({ status: z.literal('timed-out'), timeoutMs: z.number().positive(), ...ran }),
  z.strictObject({ status: z.literal('killed'), signal: z.string(), ...ran }),
  z.strictObject({ status: z.literal('not-started'), reason: z.string() }),
]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;
