import * as z from 'zod';
import { DecisionPolicy } from '../policy/decision-policy.ts';
import { GatePolicy } from '../policy/race-rules.ts';
import { Conclusion } from '../run/conclusion.ts';

const Weight = z.number().nonnegative().max(1e9);

// Not `partial()`: a default would replace what the run's own policy says.
const { require_build_pass, max_test_regression_percent, fail_on_dropped_tests, fail_on_new_type_errors } =
  GatePolicy.shape;
const Gates = z.strictObject({
  require_build_pass: require_build_pass.unwrap().optional(),
  max_test_regression_percent: max_test_regression_percent.unwrap().optional(),
  fail_on_dropped_tests: fail_on_dropped_tests.unwrap().optional(),
  fail_on_new_type_errors: fail_on_new_type_errors.unwrap().optional(),
});
const Decision = z.strictObject({
  require: DecisionPolicy.shape.require.unwrap().optional(),
  min_probability: DecisionPolicy.shape.min_probability.unwrap().optional(),
});

/** Another policy for a stored run; what is absent stays as it was. Unknown dimensions are refused. */
export const WhatIfRequest = z.strictObject({
  weights: z.record(z.string().max(100), Weight).optional(),
  gates: Gates.optional(),
  decision: Decision.optional(),
  /** False: do not look for what this policy would have had examined, which takes several times as long as the rest. */
  unexamined: z.boolean().default(true),
});
export type WhatIfRequest = z.infer<typeof WhatIfRequest>;

export const WhatIf = z.strictObject({
  conclusion: Conclusion,
  winner: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }),
  /** Candidates whose place changed, from 1. */
  moved: z.array(z.strictObject({ agent: z.string(), before: z.int(), after: z.int() })),
  /** What this policy would have had examined, and the run did not. Null: not asked for. */
  unexamined: z
    .array(z.strictObject({ candidate: z.string(), question: z.string(), why: z.string() }))
    .nullable(),
});
export type WhatIf = z.infer<typeof WhatIf>;

export const FlipsRequest = z.strictObject({ weights: z.record(z.string().max(100), Weight).optional() });
export type FlipsRequest = z.infer<typeof FlipsRequest>;

/** Who wins if one weight alone is varied. */
export const WeightFlips = z.strictObject({
  winner: z.string().nullable(),
  dimensions: z.array(
    z.strictObject({
      key: z.string(),
      weight: z.number(),
      /** The largest weight that was tried. */
      most: z.number(),
      ranges: z.array(z.strictObject({ from: z.number(), to: z.number(), winner: z.string().nullable() })),
    }),
  ),
});
export type WeightFlips = z.infer<typeof WeightFlips>;
