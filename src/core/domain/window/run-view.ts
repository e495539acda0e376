import * as z from 'zod';
import { BenchSummary } from '../bench/bench-summary.ts';
import { CandidateSource, Provenance } from '../candidate/candidate.ts';
import { BuildResult } from '../check/build-result.ts';
import { SecurityCheck } from '../check/security-check.ts';
import { Trust } from '../check/test-report.ts';
import { ExperimentRecord } from '../experiment/experiment-record.ts';
import { FlagSeverity } from '../flags/flag.ts';
import { measuredOf } from '../measured.ts';
import { Conclusion } from '../run/conclusion.ts';
import { RunRow } from './run-row.ts';

const Count = z.int().nonnegative();
const Findings = z.strictObject({ errors: Count, warnings: Count });

/** Whether there is more to look at, and why not. */
export const Section = z.discriminatedUnion('available', [
  z.strictObject({ available: z.literal(true) }),
  z.strictObject({ available: z.literal(false), reason: z.string() }),
]);
export type Section = z.infer<typeof Section>;

/** Whether a merge can be offered. */
export const MergeOffer = z.strictObject({
  allowed: z.boolean(),
  reason: z.string().nullable(),
  /** Flags that the user has to agree to by name. */
  consents: z.array(z.string()),
  /** The checks ran without a sandbox: the user has to agree to that too. */
  degraded: z.boolean(),
});
export type MergeOffer = z.infer<typeof MergeOffer>;

/** The base or a candidate in a few numbers. */
export const TreeView = z.strictObject({
  name: z.string(),
  source: CandidateSource.nullable(),
  provenance: Provenance.nullable(),
  build: measuredOf(BuildResult),
  tests: measuredOf(z.strictObject({ passed: Count, failed: Count, skipped: Count, trust: Trust })),
  lint: measuredOf(Findings),
  /** Null: there is no type check of its own. */
  types: measuredOf(Findings).nullable(),
  security: measuredOf(SecurityCheck),
  /** Null: the base. */
  diff: measuredOf(
    z.strictObject({
      files: Count,
      added: Count,
      removed: Count,
      effectiveAdded: Count,
      effectiveRemoved: Count,
    }),
  ).nullable(),
  merge: MergeOffer.nullable(),
});
export type TreeView = z.infer<typeof TreeView>;

export const DimensionView = z.strictObject({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  formula: z.string(),
  /** In this run's policy; null: not weighed. */
  weight: z.number().nullable(),
});
export type DimensionView = z.infer<typeof DimensionView>;

export const FlagKindView = z.strictObject({
  title: z.string(),
  meaning: z.string(),
  advice: z.string(),
  severity: FlagSeverity,
  consent: z.boolean(),
});
export type FlagKindView = z.infer<typeof FlagKindView>;

/** An evaluation or a race; while it is under way, what is known so far. */
export const EvaluationView = z.strictObject({
  kind: z.enum(['evaluation', 'race']),
  run: RunRow,
  conclusion: Conclusion.nullable(),
  base: z
    .strictObject({ ref: z.string(), commit: z.string(), tree: z.string(), branch: z.string().nullable() })
    .nullable(),
  profile: z.string().nullable(),
  task: z.string().nullable(),
  isolation: z
    .strictObject({
      level: z.string(),
      detail: z.string(),
      dates: z.strictObject({ varied: z.boolean(), detail: z.string() }).optional(),
    })
    .nullable(),
  engineVersion: z.string(),
  policy: z.strictObject({
    weights: z.record(z.string(), z.number()),
    gates: z.record(z.string(), z.unknown()),
    decision: z.record(z.string(), z.unknown()),
  }),
  dimensions: z.array(DimensionView),
  baseline: TreeView.nullable(),
  candidates: z.array(TreeView),
  /** Of the flags that occur. */
  flagKinds: z.record(z.string(), FlagKindView),
  sections: z.strictObject({
    matrix: Section,
    probes: Section,
    panel: Section,
    bracket: Section,
    time: Section,
  }),
  /** The command that resumes an interrupted run. */
  resume: z.string().nullable(),
});
export type EvaluationView = z.infer<typeof EvaluationView>;

export const ComparisonView = z.strictObject({
  kind: z.literal('comparison'),
  run: RunRow,
  /** Null: not finished. */
  experiment: ExperimentRecord.nullable(),
  /** By candidate: the reasons for its verdict, what it costs, and whether it may be promoted. */
  sentences: z.record(z.string(), z.array(z.string())),
  /** Tasks on which a candidate does better or worse than the baseline, the largest change first. */
  moved: z.array(
    z.strictObject({
      task: z.string(),
      candidate: z.string(),
      delta: z.number(),
      direction: z.enum(['up', 'down']),
    }),
  ),
  transcripts: Section,
  resume: z.string().nullable(),
});
export type ComparisonView = z.infer<typeof ComparisonView>;

export const BenchmarkView = z.strictObject({
  kind: z.literal('benchmark'),
  run: RunRow,
  /** Null: not finished. */
  summary: BenchSummary.nullable(),
  metrics: z.array(
    z.strictObject({
      key: z.string(),
      score: z.number().nullable(),
      reason: z.string().nullable(),
      weight: z.number().nullable(),
    }),
  ),
  failedTests: z.array(z.strictObject({ title: z.string(), tests: z.array(z.string()), more: Count })),
  sentences: z.array(z.string()),
});
export type BenchmarkView = z.infer<typeof BenchmarkView>;

export const RunView = z.discriminatedUnion('kind', [EvaluationView, ComparisonView, BenchmarkView]);
export type RunView = z.infer<typeof RunView>;
