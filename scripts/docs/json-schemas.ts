import { Flag } from '../../src/core/domain/flags/flag.ts';
import * as z from 'zod';
import { ChangeAnalysis } from '../../src/core/domain/evidence/assessment.ts';
import { BenchSummary } from '../../src/core/domain/bench/bench-summary.ts';
import { Check } from '../../src/core/domain/check/check.ts';
import { Conclusion } from '../../src/core/domain/run/conclusion.ts';
import { ExperimentRecord } from '../../src/core/domain/experiment/experiment-record.ts';
import { patchSchema } from '../../src/core/patch/patch-schema.ts';
import { ProjectBrief } from '../../src/core/domain/source/project-brief.ts';
import { Outcome } from '../../src/core/domain/run/outcome.ts';
import { Refinement } from '../../src/core/domain/run/refinement.ts';
import { Captured, Evidence, TreeEvidence } from '../../src/core/domain/evidence/evidence.ts';
import { Probes } from '../../src/core/domain/evidence/probes.ts';

const How = z.enum(['fast', 'three-way']);

/** What `hydra merge --json` prints. */
export const MergedJson = z.strictObject({
  candidate: z.string(),
  overridden: z.array(z.string()).describe('Failed gates that --force went past.'),
  capabilities: z.array(Flag).describe('What the merged code can do that the base could not.'),
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('merged'), commit: z.string(), branch: z.string(), how: How }),
    z.strictObject({
      status: z.literal('would-merge'),
      branch: z.string(),
      how: How,
      files: z.array(z.string()),
    }),
    z.strictObject({ status: z.literal('conflict'), branch: z.string(), files: z.array(z.string()) }),
  ]),
});

/** What `hydra verify --json` prints. */
export const VerifyJson = z.strictObject({
  run_id: z.string(),
  ok: z.boolean(),
  problems: z.array(
    z.strictObject({
      path: z.string(),
      problem: z.enum(['changed', 'missing', 'unexpected', 'unreadable']),
      detail: z.string().optional(),
    }),
  ),
});

/** What `hydra runs --json` prints. */
export const RunsJson = z.array(
  z.strictObject({
    id: z.string(),
    startedAt: z.string(),
    state: z.enum(['complete', 'unfinished', 'unreadable']),
    base: z.string().nullable(),
    winner: z.string().nullable(),
    candidates: z.int().nonnegative().nullable(),
    reason: z.string().optional(),
  }),
);

/** What `hydra probe RUN --json` prints. */
export const ProbesJson = z.strictObject({
  ...Probes.shape,
  clusters: z
    .array(z.strictObject({ names: z.array(z.string()) }))
    .describe('Candidates that behave alike on everything that was tried, the largest cluster first.'),
  candidates: z.array(
    z.strictObject({
      name: z.string(),
      ownCrashes: z.int().nonnegative().describe('Calls that it alone cannot answer.'),
      alone: z.int().nonnegative().describe('Calls on which no other candidate agrees with it.'),
      agreement: z.number().nullable().describe('Mean share of the other candidates that agree with it.'),
      onlyOnTests: z
        .int()
        .nonnegative()
        .describe('Calls next to those of tests where it answers as the base does, while others do not.'),
    }),
  ),
});

/** What `hydra show RUN --json` prints, and with `--candidate NAME`. */
export const ShownRunJson = z.strictObject({ ...Conclusion.shape, captured: Captured });
export const ShownCandidateJson = z.strictObject({
  ...Conclusion.shape,
  evidence: z.union([Evidence, TreeEvidence]),
});

/** What `hydra evaluate --check-only --json` prints. */
export const FieldCheckJson = z.object({
  base: Captured.shape.base,
  plan: z.looseObject({ profile: z.string(), checks: z.array(Check), notes: z.array(z.string()) }),
  notes: z.array(z.string()),
  candidates: z.array(
    z.strictObject({ name: z.string(), tree: z.string().nullable(), reason: z.string().nullable() }),
  ),
});

/** What `hydra doctor --json` prints. */
export const DoctorJson = z.array(
  z.strictObject({
    group: z.enum(['core', 'isolation', 'repository', 'toolchains', 'agents']),
    what: z.string(),
    state: z.enum(['ok', 'degraded', 'missing', 'absent']),
    detail: z.string(),
    fix: z.string(),
  }),
);

const Stats = z.strictObject({ entries: z.int().nonnegative(), bytes: z.number().nonnegative() });

/** What `hydra cache --json` prints. */
export const CacheJson = z.strictObject({
  results: Stats.describe('Known results of checks.'),
  storage: z.array(
    z.strictObject({
      kind: z.enum([
        'run',
        'objects',
        'checkout',
        'installation',
        'build',
        'support',
        'answer',
        'trial',
        'workspace',
        'kept-workspace',
      ]),
      path: z.string(),
      bytes: z.number().nonnegative(),
      lastUsed: z.string(),
    }),
  ),
  pruned: z
    .strictObject({ results: Stats, shared: Stats })
    .optional()
    .describe('What --prune or --clear removed.'),
});

/** What `hydra patch check --json` and `hydra patch apply --json` print. */
export const PatchOutcomeJson = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    applied: z.boolean(),
    operations: z.int().nonnegative(),
    bytes: z.int().nonnegative().describe('UTF-8 bytes of the text that the operations carry.'),
    changes: z.array(
      z.strictObject({
        path: z.string(),
        change: z.enum(['added', 'modified', 'removed']),
        bytes: z.int().nonnegative().describe('Size of the file afterwards.'),
      }),
    ),
  }),
  z.strictObject({
    ok: z.literal(false),
    reasons: z.array(
      z.strictObject({
        op: z.int().nonnegative().nullable().describe('Index of the operation; null: the patch as a whole.'),
        field: z.string().nullable(),
        reason: z.string(),
      }),
    ),
  }),
]);

const Places = z.array(z.int().nonnegative());

/** What `hydra select --json` prints. */
export const SelectionJson = z.strictObject({
  model: z.strictObject({ id: z.literal('tournament'), version: z.string() }),
  k: z.int().min(2).describe('Candidates in a group.'),
  candidates: z.array(z.string()).describe('Names, in the order given; indices are places in it.'),
  left_out: z.array(
    z.strictObject({ name: z.string(), index: z.int().nonnegative().nullable(), reason: z.string() }),
  ),
  winner: z.string().nullable(),
  winnerIndex: z.int().nonnegative().nullable(),
  score: z
    .strictObject({
      total: z.number(),
      execSignals: z.number().nullable(),
      identifierMatch: z.number().nullable(),
    })
    .nullable(),
  rounds: z.array(z.strictObject({ groups: z.array(Places), winners: Places })),
  notes: z.array(z.string()),
  refine: Refinement.optional().describe('With --run and --refine: what to fix in the winner.'),
});

/** What `hydra evaluate --json` prints. */
export const EvaluatedJson = Conclusion.extend({
  task: Captured.shape.task,
  panel: Captured.shape.panel,
  panel_tests: Captured.shape.panelTests,
  panel_offer: Captured.shape.panelOffer,
});

const Share = z.number().nullable();
const Interval = z.strictObject({ low: z.number(), high: z.number() }).nullable();
const Estimate = z.strictObject({ value: Share, over_tasks: Interval, over_repositories: Interval });
const Count = z.int().nonnegative();

/** What `hydra lab --json` prints. */
export const LabJson = z.strictObject({
  tasks: Count,
  repositories: Count,
  candidates: Count,
  options: z.strictObject({ seed: z.int(), resamples: Count }),
  selectors: z.array(
    z.strictObject({
      selector: z.string(),
      summary: z.string(),
      fitted: z.boolean(),
      tasks: Count,
      decisive: Count,
      skipped: z.strictObject({ tasks: Count, reason: z.string() }).nullable(),
      random: Share,
      selected: Estimate,
      recovery: Estimate,
      named: z.strictObject({ winners: Count, abstentions: Count, unknown: Count, precision: Share }),
      calibration: z
        .strictObject({
          forecasts: Count,
          ece: z.number(),
          brier: z.number(),
          bins: z.array(
            z.strictObject({
              from: z.number(),
              to: z.number(),
              count: Count,
              probability: Share,
              right: Share,
            }),
          ),
        })
        .nullable(),
      instances: z
        .array(
          z.strictObject({
            task: z.string(),
            repo: z.string(),
            decisive: z.boolean(),
            pick: z.string().nullable(),
            right: z.boolean().nullable(),
            random: Share,
            selected: Share,
            candidates: z.array(
              z.strictObject({ candidate: z.string(), right: z.boolean().nullable(), probability: Share }),
            ),
            reason: z.string(),
          }),
        )
        .optional()
        .describe('With --explain.'),
    }),
  ),
});

/** What `hydra outcome --json` prints. */
const OutcomeJson = z.strictObject({ run: z.string(), ...Outcome.shape });

const SCHEMAS = {
  conclusion: [EvaluatedJson, 'hydra evaluate --json, hydra replay --json, hydra demo --json'],
  'shown-run': [ShownRunJson, 'hydra show RUN --json'],
  'shown-candidate': [ShownCandidateJson, 'hydra show RUN --candidate NAME --json'],
  probes: [ProbesJson, 'hydra probe RUN --json'],
  merge: [MergedJson, 'hydra merge RUN --json'],
  verify: [VerifyJson, 'hydra verify RUN --json'],
  runs: [RunsJson, 'hydra runs --json'],
  'check-only': [FieldCheckJson, 'hydra evaluate --check-only --json'],
  'patch-outcome': [PatchOutcomeJson, 'hydra patch check FILE --json, hydra patch apply FILE --json'],
  refinement: [Refinement, 'hydra show RUN --refine --json'],
  selection: [SelectionJson, 'hydra select FILE --json'],
  cache: [CacheJson, 'hydra cache --json'],
  doctor: [DoctorJson, 'hydra doctor --json'],
  brief: [ProjectBrief, 'hydra brief --json'],
  lab: [LabJson, 'hydra lab POOL --json'],
  outcome: [OutcomeJson, 'hydra outcome RUN NAME right --json'],
  analysis: [ChangeAnalysis, 'hydra analyse --json'],
  'bench-summary': [BenchSummary, 'hydra bench run --json, hydra bench report --json, summary.json'],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

const fileOf = (schema: object, title: string): string => {
  const { $schema = 'https://json-schema.org/draft/2020-12/schema', ...rest } = schema as Record<
    string,
    unknown
  >;
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
};

/** File name → JSON Schema of what a command prints, and of what a patch is. */
export const jsonSchemas = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, [schema, title]]) => [
      `docs/schema/${name}.json`,
      fileOf(z.toJSONSchema(schema), title),
    ]),
  ),
  'docs/schema/experiment.json': fileOf(z.toJSONSchema(ExperimentRecord), 'The record of an experiment'),
  'docs/schema/patch.json': fileOf(patchSchema(), 'A patch: operations on files'),
});
