import * as z from 'zod';

const Weight = z.number().nonnegative();
const Paths = z.array(z.string().min(1));

export const Weights = z.strictObject({
  build: Weight.default(30).describe('Weight of the build dimension.'),
  tests: Weight.default(30).describe('Weight of the tests dimension.'),
  lint: Weight.default(15).describe('Weight of the lint dimension.'),
  diff_scope: Weight.default(15).describe('Weight of the diff scope dimension.'),
  speed: Weight.default(10).describe('Weight of the speed dimension.'),
  cost: Weight.optional().describe(
    'Weight of cost per success, which replaces speed if it is set and usage is known.',
  ),
  convention: Weight.optional().describe(
    'Weight of how native a change looks in its repository; absent: not measured, and takes no time.',
  ),
  quality: Weight.optional().describe(
    'Weight of findings in changed lines, complexity and maintainability; absent: not measured, and takes no time.',
  ),
  human_like: Weight.optional().describe(
    'Weight of the votes of three reviewers, models named in [judges]; absent: they are not asked, and it costs nothing.',
  ),
});
export type Weights = z.infer<typeof Weights>;

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
    'Folders and files that a candidate should not touch: doing so caps its diff scope at 30.',
  ),
  allowed_paths: Paths.default([]).describe(
    'Folders and files that the task is about: if set, the share of changed files inside them counts.',
  ),
});
export type DiffScopePolicy = z.infer<typeof DiffScopePolicy>;

/** How candidates are scored and gated: the part of `[scoring]` that the race model reads. */
export const RacePolicy = z.strictObject({
  weights: Weights.prefault({}).describe('The weight of each dimension; only their ratios matter.'),
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
export type RacePolicy = z.infer<typeof RacePolicy>;
