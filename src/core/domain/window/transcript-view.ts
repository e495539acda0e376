import * as z from 'zod';

/** One turn of an agent, with the tools that it called. */
export const AgentTurn = z.strictObject({
  step: z.int().nonnegative(),
  startMs: z.number(),
  endMs: z.number(),
  text: z.string(),
  /** Null: not reported. */
  tokens: z.strictObject({ input: z.int(), output: z.int(), cached: z.int() }).nullable(),
  costUsd: z.number().nullable(),
  calls: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      input: z.string(),
      result: z.string().nullable(),
      failed: z.boolean().nullable(),
      startMs: z.number(),
      endMs: z.number().nullable(),
    }),
  ),
});
export type AgentTurn = z.infer<typeof AgentTurn>;

/** What an agent did in one trial of a comparison. */
export const Transcript = z.strictObject({
  prompt: z.string().nullable(),
  system: z.string().nullable(),
  model: z.string().nullable(),
  turns: z.array(AgentTurn),
  /** What a program of the user's own printed. */
  output: z.strictObject({ stdout: z.string(), stderr: z.string() }).nullable(),
  ended: z.strictObject({ how: z.string(), reason: z.string() }).nullable(),
  /** What judges wrote about it. */
  judged: z.array(z.strictObject({ rationale: z.string() })),
});
export type Transcript = z.infer<typeof Transcript>;

/** The transcript of a trial, or why there is none. */
export const TrialView = z.strictObject({
  task: z.string(),
  configuration: z.string(),
  trial: z.int(),
  round: z.int(),
  /** The run whose trace it was read from. */
  run: z.string(),
  transcript: Transcript.nullable(),
  reason: z.string().nullable(),
});
export type TrialView = z.infer<typeof TrialView>;
