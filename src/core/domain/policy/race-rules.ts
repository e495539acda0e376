import * as z from 'zod';

const Paths = z.array(z.string().min(1));

export const GatePolicy = z.strictObject({
  require_build_pass: z.boolean().default(true).describe('A candidate whose build fails is not mergeable.'),
  max_test_regression_percent: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe(
      'Percentage of the tests passing on the base that may fail before a candidate is not mergeable.',
    ),
  fail_on_dropped_tests: z
    .boolean()
    .default(false)
    .describe('Fail the tests dimension and its gate when fewer tests are discovered than on the base.'),
  fail_on_new_type_errors: z
    .boolean()
    .default(true)
    .describe('A candidate with type errors is not mergeable if the base has none.'),
});
export type GatePolicy = z.infer<typeof GatePolicy>;

export const DiffScopePolicy = z.strictObject({
  max_files_soft: z
    .int()
    .positive()
    .default(20)
    .describe('More changed files than this lower the diff scope score.'),
  max_churn_soft: z
    .int()
    .positive()
    .default(800)
    .describe('More added and removed lines than this lower the diff scope score.'),
  protected_paths: Paths.default([]).describe(
    'Patterns, as in a .gitignore, of paths that a candidate should not touch; touching one caps its diff scope at 30.',
  ),
  allowed_paths: Paths.default([]).describe(
    'Patterns, as in a .gitignore, of paths that the task is about; if set, the share of changed files inside them counts.',
  ),
});
export type DiffScopePolicy = z.infer<typeof DiffScopePolicy>;

/** The part of `[scoring]` that gates and dimensions read, beside the weights. */
export const RaceRules = z.strictObject({
  gates: GatePolicy.prefault({}).describe('What makes a candidate not mergeable, whatever its score.'),
  diff_scope: DiffScopePolicy.prefault({}).describe('How large a change may be, and where.'),
  build_mode: z
    .enum(['binary', 'gradient'])
    .default('binary')
    .describe(
      'Whether a build passes or fails as a whole, or counts by the targets in [scoring.build_targets].',
    ),
  speed_of_failed: z
    .enum(['keep', 'drop'])
    .default('keep')
    .describe('Whether a candidate that fails a gate keeps its speed score.'),
});
export type RaceRules = z.infer<typeof RaceRules>;
