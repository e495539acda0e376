import * as z from 'zod';

export const AssessedMetric = z.enum(['quality', 'security']);
export type AssessedMetric = z.infer<typeof AssessedMetric>;

export const HazardLevel = z.enum(['high', 'medium', 'low']);
export type HazardLevel = z.infer<typeof HazardLevel>;

/** A finding of a tool or rule in a line of the change. */
export const AssessedFinding = z.strictObject({
  metric: AssessedMetric,
  tool: z.string(),
  rule: z.string(),
  /** Of quality: error or warning. Of security: high, medium or low. */
  level: z.enum(['error', 'warning', 'high', 'medium', 'low']),
  path: z.string(),
  /** From 1; 0 if it concerns the whole file. */
  line: z.int().nonnegative(),
  message: z.string(),
});
export type AssessedFinding = z.infer<typeof AssessedFinding>;

const Score = z.number().min(0).max(1).nullable();
const Count = z.int().nonnegative();
const Reasons = z.record(z.string(), z.string());

export const QualityOfFile = z.strictObject({
  changed_loc: Count,
  violations: Count.nullable(),
  /** Functions that the change touches. */
  functions: Count,
  cc: z.number().nullable(),
  mi: z.number().nullable(),
});

export const QualityOfLanguage = z.strictObject({
  score: Score,
  tools: z.array(z.string()),
  violations: Count.nullable(),
  changed_loc: Count.nullable(),
  cc: z.number().nullable(),
  mi: z.number().nullable(),
  /** Of a change: the score by the documented formula, on the absolute values above. */
  absolute_score: Score.optional(),
  /** What the change adds to its base, and what its score is made of. */
  added: z
    .strictObject({ violations: Count.nullable(), cc: z.number().nullable(), mi: z.number().nullable() })
    .optional(),
  /** Why each null is null. */
  reasons: Reasons,
  files: z.record(z.string(), QualityOfFile),
});

export const SecurityOfLanguage = z.strictObject({
  score: Score,
  tools: z.array(z.string()),
  high: Count.nullable(),
  medium: Count.nullable(),
  low: Count.nullable(),
  reasons: Reasons,
  files: z.record(z.string(), z.strictObject({ high: Count, medium: Count, low: Count })),
});

const resultOf = <L extends z.ZodType>(language: L) =>
  z.strictObject({
    score: Score,
    details: z.strictObject({
      /** Why there is no score; null if there is one. */
      reason: z.string().nullable(),
      tools: z.array(z.string()),
      languages: z.record(z.string(), language),
      findings: z.array(AssessedFinding),
      /** Files left out, tools replaced, and why. */
      notes: z.array(z.string()),
    }),
  });

/** One metric of a change: a score in 0..1 or null, and everything it was computed from. */
export const QualityResult = resultOf(QualityOfLanguage);
export type QualityResult = z.infer<typeof QualityResult>;
export const SecurityResult = resultOf(SecurityOfLanguage);
export type SecurityResult = z.infer<typeof SecurityResult>;
export type MetricResult = QualityResult | SecurityResult;

/** What `hydra analyse --json` prints. */
export const ChangeAnalysis = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), language: z.string(), changed_loc: Count })),
  quality: QualityResult,
  security: SecurityResult,
});
export type ChangeAnalysis = z.infer<typeof ChangeAnalysis>;

/** First and last line, from 1. */
export type LineSpan = readonly [first: number, last: number];

/** One file that a change writes, as it is afterwards. `spans` null: all of it is new. */
export type ChangedSourceFile = {
  readonly path: string;
  readonly text: string;
  readonly spans: readonly LineSpan[] | null;
};
