import * as z from 'zod';
import { Flag } from '../flags/flag.ts';
import { Amount, Count, Share } from '../json/document-value.ts';
import { TASK_KINDS, TASK_LANGUAGES } from './bench-task.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Score = Share.nullable();

export const BenchScores = z.strictObject({
  functional: Score,
  quality: Score,
  security: Score,
  efficiency: Score,
  human_like: Score,
  total: Score,
});
export type BenchScores = z.infer<typeof BenchScores>;

/** What the agent used; null: not reported. Judges are counted apart. */
export const BenchUsage = z.strictObject({
  input_tokens: Count.nullable(),
  output_tokens: Count.nullable(),
  cached_tokens: Count.nullable(),
  total_tokens: Count.nullable(),
  steps: Count.nullable(),
  tool_calls: Count.nullable(),
  invalid_calls: Count.nullable(),
  wall_ms: Amount,
});
export type BenchUsage = z.infer<typeof BenchUsage>;

/** Settings beside the task: results under other settings are other results. */
export const BenchSettings = z.strictObject({
  /** Null: the agent cannot be limited in steps. */
  max_steps: Count.nullable(),
  max_cost_usd: Amount.nullable(),
  /** Null: no judges. */
  judge_model: z.string().nullable(),
  /** Absent: three. */
  judges: Count.optional(),
  /** Time of a run, and of one turn of the model; absent: the agent's own limits. */
  max_seconds: Amount.optional(),
  turn_seconds: Amount.optional(),
});
export type BenchSettings = z.infer<typeof BenchSettings>;

/** `summary.json`: one run of an agent on one task. Every null has a reason in `reasons`. */
export const BenchSummary = z.strictObject({
  version: z.literal(1),
  run_id: z.string(),
  engine_version: z.string(),
  started_at: z.string(),
  task: z.string(),
  task_hash: Sha256,
  language: z.enum(TASK_LANGUAGES),
  kind: z.enum(TASK_KINDS),
  /** The agent and its model as asked for. */
  model: z.string(),
  repeat: Count,
  settings: BenchSettings,
  /** `infrastructure`: model, sandbox or machine failed, which says nothing about the agent. */
  status: z.enum(['scored', 'infrastructure']),
  /** All hidden tests that should pass do, and nothing else broke; null if unknown. */
  solved: z.boolean().nullable(),
  scores: BenchScores,
  reasons: z.record(z.string(), z.string()),
  weights: z.record(z.string(), z.number()),
  metric_details: z.record(z.string(), z.unknown()),
  usage: BenchUsage,
  cost_usd: Amount.nullable(),
  ended: z.strictObject({ how: z.string(), reason: z.string() }),
  notes: z.array(z.string()),
  /** Suspicious things in the change, by the same rules as in an evaluation; one that blocks makes the total 0. */
  flags: z.array(Flag).optional(),
  /** sha-256 of the files beside it. */
  files: z.strictObject({ 'trace.jsonl': Sha256, 'final.patch': Sha256 }),
});
export type BenchSummary = z.infer<typeof BenchSummary>;
