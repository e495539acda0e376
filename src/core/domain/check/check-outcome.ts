import * as z from 'zod';
import { Witnessed } from './attempt.ts';

/** A log in the run folder: complete up to a limit, and marked if it was cut. */
export const LogRef = z.strictObject({
  path: z.string(),
  sha256: z.string(),
  bytes: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type LogRef = z.infer<typeof LogRef>;

/** The longest time without output or a report; if the check was stopped for that, the limit. */
const silentMs = z.number().nonnegative().optional();
const ran = { durationMs: z.number().nonnegative(), log: LogRef, ...Witnessed };

export const CheckOutcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('exited'), exitCode: z.int(), silentMs, ...ran }),
  z.strictObject({ status: z.literal('timed-out'), timeoutMs: z.number().positive(), silentMs, ...ran }),
  z.strictObject({ status: z.literal('killed'), signal: z.string(), ...ran }),
  z.strictObject({ status: z.literal('not-started'), reason: z.string() }),
]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

export const showSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** How a check came to be stopped, for people. */
export const stoppedAfter = ({
  timeoutMs,
  silentMs,
}: Pick<Extract<CheckOutcome, { status: 'timed-out' }>, 'timeoutMs' | 'silentMs'>): string =>
  `stopped after ${showSeconds(timeoutMs)}${silentMs === undefined ? '' : `, silent for ${showSeconds(silentMs)}`}`;
