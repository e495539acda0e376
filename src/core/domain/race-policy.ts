import { z } from 'zod';

const Weight = z.number().nonnegative();
const Paths = z.array(z.string().min(1));

export const Weights = z.strictObject({
  build: Weight.default(30),
  tests: Weight.default(30),
  lint: Weight.default(15),
  diff_scope: Weight.default(15),
  speed: Weight.default(10),
  /** Cost per success: where set and usage is known, it takes the place of speed. */
  cost: Weight.optional(),
});
export type Weights = z.infer<typeof Weights>;

export const GatePolicy = z.strictObject({
  require_build_pass: z.boolean().default(true),
  max_test_regression_percent: z.number().min(0).max(100).default(0),
  /** Fail the tests dimension and its gate when fewer tests are discovered than on the base. */
  fail_on_dropped_tests: z.boolean().default(false),
});
export type GatePolicy = z.infer<typeof GatePolicy>;

export const DiffScopePolicy = z.strictObject({
  max_files_soft: z.int().positive().default(20),
  max_churn_soft: z.int().positive().default(800),
  protected_paths: Paths.default([]),
  allowed_paths: Paths.default([]),
});
export type DiffScopePolicy = z.infer<typeof DiffScopePolicy>;

/** How a field of candidates is scored and gated: the part of `[scoring]` that the race model reads. */
export const RacePolicy = z.strictObject({
  weights: Weights.prefault({}),
  gates: GatePolicy.prefault({}),
  diff_scope: DiffScopePolicy.prefault({}),
  build_mode: z.enum(['binary', 'gradient']).default('binary'),
  speed_of_failed: z.enum(['keep', 'drop']).default('keep'),
});
export type RacePolicy = z.infer<typeof RacePolicy>;
