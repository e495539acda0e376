import * as z from 'zod';
import { Amount, Count, mapOf, measurable } from '../json/document-value.ts';

const Tally = z
  .strictObject({ passed: Count, total: Count })
  .refine(({ passed, total }) => passed <= total, { path: ['passed'], error: 'more passed than there are' });

const LanguageQuality = z.strictObject({
  violations: measurable(Count),
  changed_loc: measurable(Count),
  /** Mean cyclomatic complexity; missing if there is no function. */
  cc: measurable(Amount),
  /** Maintainability index. */
  mi: measurable(z.number()),
  /** What the change adds to its base; absent: the documented formula, on the absolute values. */
  added: z
    .strictObject({
      /** Findings that the base does not have. */
      violations: measurable(Count),
      /** Mean complexity above 5 that the change adds to a function it touches. */
      cc: measurable(Amount),
      /** Mean maintainability below 50 that it takes from one. */
      mi: measurable(Amount),
    })
    .optional(),
});
export type LanguageQuality = z.infer<typeof LanguageQuality>;

const LanguageSecurity = z.strictObject({
  critical: Count.default(0),
  high: measurable(Count),
  medium: measurable(Count),
  low: measurable(Count),
});
export type LanguageSecurity = z.infer<typeof LanguageSecurity>;

export const JudgeReply = z.strictObject({ persona: z.string(), reply: measurable(z.string()) });
export type JudgeReply = z.infer<typeof JudgeReply>;

export const BenchmarkWeights = z.strictObject({
  functional: Amount.default(0.5).describe('Weight of the hidden tests.'),
  quality: Amount.default(0.15).describe('Weight of quality.'),
  security: Amount.default(0.15).describe('Weight of security.'),
  efficiency: Amount.default(0.1).describe('Weight of efficiency.'),
  human_like: Amount.default(0.1).describe('Weight of the scores of judges.'),
});
export type BenchmarkWeights = z.infer<typeof BenchmarkWeights>;
export type BenchmarkMetric = keyof BenchmarkWeights;

/** What the benchmark model reads of one agent's run on one task. */
export const BenchmarkFacts = z.strictObject({
  tests: measurable(z.strictObject({ fail_to_pass: measurable(Tally), pass_to_pass: measurable(Tally) })),
  tokens: measurable(Count),
  steps: measurable(Count),
  quality: measurable(mapOf(measurable(LanguageQuality))),
  security: measurable(mapOf(measurable(LanguageSecurity))),
  judges: measurable(z.array(JudgeReply)),
  weights: BenchmarkWeights.prefault({}),
  /** What makes each part of efficiency 0; absent: the documented 50,000 tokens and 100 steps. */
  scales: z
    .strictObject({ tokens: z.number().positive().optional(), steps: z.number().positive().optional() })
    .optional(),
});
export type BenchmarkFacts = z.infer<typeof BenchmarkFacts>;

export const BenchmarkDocument = z.strictObject({ model: z.literal('benchmark'), ...BenchmarkFacts.shape });
