import { z } from 'zod';
import { Check } from '../../src/core/domain/check.ts';
import { Conclusion } from '../../src/core/domain/conclusion.ts';
import { Captured, Evidence, TreeEvidence } from '../../src/core/domain/evidence.ts';

const How = z.enum(['fast', 'three-way']);

/** What `hydra merge --json` prints. */
export const MergedJson = z.strictObject({
  candidate: z.string(),
  overridden: z.array(z.string()).describe('Failed gates that --force went past.'),
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
    group: z.enum(['core', 'isolation', 'toolchains']),
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

const SCHEMAS = {
  conclusion: [Conclusion, 'hydra evaluate --json, hydra replay --json, hydra demo --json'],
  'shown-run': [ShownRunJson, 'hydra show RUN --json'],
  'shown-candidate': [ShownCandidateJson, 'hydra show RUN --candidate NAME --json'],
  merge: [MergedJson, 'hydra merge RUN --json'],
  verify: [VerifyJson, 'hydra verify RUN --json'],
  runs: [RunsJson, 'hydra runs --json'],
  'check-only': [FieldCheckJson, 'hydra evaluate --check-only --json'],
  cache: [CacheJson, 'hydra cache --json'],
  doctor: [DoctorJson, 'hydra doctor --json'],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

/** File name → JSON Schema of what a command prints. */
export const jsonSchemas = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, [schema, title]]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema);
      return [`docs/schema/${name}.json`, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`];
    }),
  );
