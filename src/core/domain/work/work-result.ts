import * as z from 'zod';
import { Witnessed } from '../check/attempt.ts';
import { BlobRef } from './blob-ref.ts';

const Milliseconds = z.number().nonnegative();
const Text = z.string().max(1024 * 1024);
const Position = z.int().nonnegative();
/** The longest time without output; of a command that was stopped for it, the limit. */
const silentMs = Milliseconds.optional();

export const StepOutcome = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('exited'),
    exitCode: z.int(),
    durationMs: Milliseconds,
    silentMs,
    ...Witnessed,
  }),
  z.strictObject({
    status: z.literal('timed-out'),
    timeoutMs: Milliseconds,
    durationMs: Milliseconds,
    silentMs,
    ...Witnessed,
  }),
  /** `signal` also names the limit if the command was killed for exceeding one. */
  z.strictObject({ status: z.literal('killed'), signal: Text, durationMs: Milliseconds, ...Witnessed }),
  /** The machine failed, not the command. */
  z.strictObject({ status: z.literal('not-started'), reason: Text }),
]);
export type StepOutcome = z.infer<typeof StepOutcome>;

export const StepResult = z
  .strictObject({
    /** Position in the work's steps. */
    at: Position,
    outcome: StepOutcome,
    /** Absolute path of the tree as the command saw it: text to cut from reports, never a path to open. */
    root: Text,
    /** Null: the command wrote none, since it was not started. */
    log: BlobRef.nullable(),
    /** Null: it is part of the log. */
    stdout: BlobRef.nullable(),
    /** Untrusted: the command may have written anything. */
    reports: z
      .array(z.strictObject({ name: Text, blob: BlobRef }).readonly())
      .max(10_000)
      .readonly(),
    output: BlobRef.nullable(),
    /** Harness files of the tree that the command wrote to; they have been put back. Not all if there are many. */
    altered: z.array(Text).max(100).readonly(),
    /** Whether the workspace was kept as asked; not every machine can. */
    kept: z.boolean(),
  })
  .readonly();
export type StepResult = z.infer<typeof StepResult>;

export const WorkResult = z
  .strictObject({
    id: z.string(),
    /** Of the steps that ran, in order. */
    steps: z.array(StepResult).readonly(),
    /** Positions of steps left out: skipped, replaced by a kept workspace, or after a stop. */
    leftOut: z.array(Position).readonly(),
  })
  .readonly();
export type WorkResult = z.infer<typeof WorkResult>;

/** What a subscriber receives about a work under way. */
export const WorkEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('step-started'), id: z.string(), at: Position }),
  z.strictObject({ type: z.literal('step-ended'), id: z.string(), result: StepResult }),
]);
export type WorkEvent = z.infer<typeof WorkEvent>;

/** The base as it was made ready: checked out, with its dependencies. */
export const PreparedBase = z
  .strictObject({
    /** Changes with the commit and with everything that decides what was installed. */
    key: z.string(),
    commit: z.string(),
    installed: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('none') }),
      z.strictObject({ status: z.literal('installed'), reused: z.boolean(), durationMs: Milliseconds }),
      z.strictObject({ status: z.literal('failed'), reason: Text }),
    ]),
    log: BlobRef.nullable(),
  })
  .readonly();
export type PreparedBase = z.infer<typeof PreparedBase>;
