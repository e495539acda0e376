import * as z from 'zod';
import { Obstacle, REGRESSION_KINDS } from './comparison.ts';
import { ConfigurationRanking } from './configuration-ranking.ts';
import { refuseTwins } from '../json/document-value.ts';
import { ExperimentPolicy } from './experiment-policy.ts';
import { Sha256 } from '../run/manifest.ts';
import { StatisticalVerdict, TaskDelta } from './statistical-verdict.ts';
import { Trial } from './trial.ts';

/** Raised when the shape of the record changes; newer records are rejected, not guessed at. */
export const EXPERIMENT_SCHEMA_VERSION = 1;

export const RecordedTask = z.strictObject({ id: z.string().min(1), hash: Sha256 });

export const ExperimentConfiguration = z.strictObject({ name: z.string().min(1), hash: Sha256 });

export const ExperimentAgent = z.strictObject({
  /** As given by the user: `builtin:anthropic:…`, `claude`, or a name from `[agents]`. */
  spec: z.string().min(1),
  kind: z.enum(['builtin', 'claude', 'command']),
  /** Scripted, not a real agent: never a reason to promote. */
  mock: z.boolean(),
  version: z.string().nullable(),
});

/** What was run, as facts: everything that a verdict follows from. */
export const ExperimentFacts = z.strictObject({
  agent: ExperimentAgent,
  /** The first is the baseline. */
  configurations: z.array(ExperimentConfiguration).min(2).superRefine(refuseTwins('configurations', 'name')),
  tasks: z.array(RecordedTask).superRefine(refuseTwins('tasks', 'id')),
  policy: ExperimentPolicy,
  seed: z.int().nonnegative(),
  trials: z.array(Trial),
  /** Observations during the run that forbid promotion. */
  obstacles: z.array(Obstacle),
  notes: z.array(z.string()),
});
export type ExperimentFacts = z.infer<typeof ExperimentFacts>;

const StrictVerdict = z.strictObject({
  verdict: z.enum(['improved', 'neutral', 'regressed']),
  net_gain: z.number(),
  regressions: z.array(
    z.strictObject({ task: z.string(), kind: z.enum(REGRESSION_KINDS), reason: z.string() }),
  ),
});

/** What settles an open verdict. */
export const SettlingStep = z.strictObject({
  command: z.string().min(1),
  why: z.string(),
  /** Runs of the agent that the command takes. */
  runs: z.int().nonnegative(),
  /** What they are expected to cost; null: some trial did not report its cost. */
  usd: z.number().nullable(),
});
export type SettlingStep = z.infer<typeof SettlingStep>;

/** One candidate against the baseline. */
export const ConfigurationVerdict = z.strictObject({
  candidate: z.string(),
  rule: z.enum(['strict', 'statistical']),
  verdict: z.enum(['improved', 'neutral', 'regressed', 'equivalent', 'inconclusive']),
  promote: z.boolean(),
  /** The documented rule, on means if there are several trials. */
  strict: StrictVerdict,
  /** Null under the strict rule. */
  statistical: StatisticalVerdict.nullable(),
  /** By task, means of the trials; cost is not part of them. */
  deltas: z.array(TaskDelta),
  obstacles: z.array(Obstacle),
  unmatched: z.array(z.string()),
  notes: z.array(z.string()),
  /** The one command that settles an open verdict; null: it is settled, or no command does. Printed, not stored. */
  settle: SettlingStep.nullable().optional(),
});
export type ConfigurationVerdict = z.infer<typeof ConfigurationVerdict>;

export const ExperimentConclusion = z.strictObject({
  verdicts: z.array(ConfigurationVerdict),
  ranking: ConfigurationRanking.nullable(),
});
export type ExperimentConclusion = z.infer<typeof ExperimentConclusion>;

/** `experiment.json`, and what `hydra compare --json` prints. */
export const ExperimentRecord = z.strictObject({
  schema_version: z.literal(EXPERIMENT_SCHEMA_VERSION),
  engine_version: z.string(),
  id: z.string().min(1),
  started_at: z.string(),
  ...ExperimentFacts.shape,
  ...ExperimentConclusion.shape,
});
export type ExperimentRecord = z.infer<typeof ExperimentRecord>;
