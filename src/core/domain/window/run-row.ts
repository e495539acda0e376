import * as z from 'zod';
import { measuredOf } from '../measured.ts';

export const RunKind = z.enum(['evaluation', 'race', 'benchmark', 'comparison']);
export type RunKind = z.infer<typeof RunKind>;

/** `running`: a living process works on it. `unfinished`: none does, and it can be resumed. */
export const RunState = z.enum(['running', 'complete', 'unfinished', 'unreadable']);
export type RunState = z.infer<typeof RunState>;

/** What a list of runs shows of one run of any kind. */
export const RunRow = z.strictObject({
  id: z.string(),
  kind: RunKind,
  state: RunState,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  /** The first line of the task, or what was compared. */
  title: z.string(),
  base: z.string().nullable(),
  winner: z.string().nullable(),
  decision: z.enum(['winner', 'leaning', 'none']).nullable(),
  /** Of a comparison: the best verdict. */
  verdict: z.string().nullable(),
  candidates: z.int().nonnegative().nullable(),
  /** The first of their names. */
  names: z.array(z.string()),
  costUsd: measuredOf(z.number().nonnegative()),
  /** Why it is unreadable. */
  reason: z.string().nullable(),
  /** Of a benchmark: its total, 0 to 1. */
  score: z.number().nullable(),
  solved: z.boolean().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;

export const RunList = z.strictObject({
  total: z.int().nonnegative(),
  matched: z.int().nonnegative(),
  live: z.int().nonnegative(),
  /** Runs that the index has not read yet: they are listed without details, and change soon. */
  pending: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  /** Changes whenever the list does. */
  version: z.string(),
  rows: z.array(RunRow),
});
export type RunList = z.infer<typeof RunList>;
