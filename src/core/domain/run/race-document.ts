import * as z from 'zod';
import { CAPTURED_DIMENSIONS, type CapturedDimension } from '../../dimensions/dimensions.ts';
import { AgentStatus } from '../candidate/candidate.ts';
import { Amount, Count, measurable, recordOf, refuseTwins, Share } from '../json/document-value.ts';
import type { Measured } from '../measured.ts';
import { RacePolicy } from '../policy/race-policy.ts';
import { TestOutcome } from '../check/test-report.ts';

const Build = z.strictObject({ passed: z.boolean(), targets: recordOf(z.boolean()).optional() });

const countOf = (outcomes: Readonly<Record<string, TestOutcome>>, wanted: TestOutcome): number =>
  Object.values(outcomes).filter((outcome) => outcome === wanted).length;

const NamedTests = z.strictObject({
  passed: Count.optional(),
  failed: Count.optional(),
  skipped: Count.optional(),
  outcomes: recordOf(TestOutcome),
});
const CountedTests = z.strictObject({ passed: Count, failed: Count, skipped: Count.default(0) });

/** Counts are optional if the outcomes imply them. */
const Tests = z.unknown().transform((raw, ctx) => {
  const named = typeof raw === 'object' && raw !== null && 'outcomes' in raw;
  const parsed = (named ? NamedTests : CountedTests).safeParse(raw);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) ctx.issues.push({ ...issue } as z.core.$ZodRawIssue);
    return z.NEVER;
  }
  const outcomes = 'outcomes' in parsed.data ? parsed.data.outcomes : undefined;
  if (outcomes === undefined) return parsed.data as z.output<typeof CountedTests>;
  return {
    passed: parsed.data.passed ?? countOf(outcomes, 'passed'),
    failed: parsed.data.failed ?? countOf(outcomes, 'failed'),
    skipped: parsed.data.skipped ?? countOf(outcomes, 'skipped'),
    outcomes,
  };
});

const Lint = z.strictObject({ errors: Count, warnings: Count });

const ChangedPath = z
  .union([z.string(), z.strictObject({ path: z.string(), old_path: z.string().optional() })])
  .transform((file) =>
    typeof file === 'string' ? { path: file } : { path: file.path, oldPath: file.old_path },
  );

const Diff = z.strictObject({
  added: Count,
  removed: Count,
  files: z.array(ChangedPath),
  effect: z.boolean().default(true),
});

const Security = z.strictObject({ passed: z.boolean() });

const Baseline = z.strictObject({
  build: measurable(Build),
  tests: measurable(Tests),
  lint: measurable(Lint),
});

type Shares = Readonly<Record<CapturedDimension['key'], Measured<number>>>;

/** A document states the share of a dimension with evidence under the dimension's key. */
const shareShape = Object.fromEntries(
  CAPTURED_DIMENSIONS.map(({ key }) => [key, measurable(Share)]),
) as Record<keyof Shares, ReturnType<typeof measurable<typeof Share>>>;

const sharesIn = (facts: Shares): Shares =>
  Object.fromEntries(CAPTURED_DIMENSIONS.map(({ key }) => [key, facts[key]])) as Shares;

const Entrant = z
  .strictObject({
    agent: z.string().min(1),
    status: measurable(AgentStatus),
    duration_ms: measurable(z.number()),
    usd: measurable(Amount),
    build: measurable(Build, 'candidate'),
    tests: measurable(Tests, 'candidate'),
    lint: measurable(Lint, 'candidate'),
    diff: measurable(Diff),
    security: measurable(Security),
    ...shareShape,
  })
  .transform(({ duration_ms, usd, ...facts }) => ({
    ...facts,
    shares: sharesIn(facts),
    durationMs: duration_ms,
    costUsd: usd,
    flags: [],
  }));

export const RaceDocument = z.strictObject({
  model: z.literal('race'),
  run_id: z.string().optional(),
  policy: RacePolicy.prefault({}),
  baseline: Baseline,
  candidates: z.array(Entrant).superRefine(refuseTwins('candidates', 'agent')),
});
export type RaceDocument = z.infer<typeof RaceDocument>;
