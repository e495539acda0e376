import * as z from 'zod';

const Level = z.enum(['none', 'note', 'warning', 'error']);
export type Level = z.infer<typeof Level>;

const ArtifactPlace = z.object({
  uri: z.string().optional(),
  uriBaseId: z.string().optional(),
  index: z.number().optional(),
});
export type ArtifactPlace = z.infer<typeof ArtifactPlace>;

const Place = z.object({
  physicalLocation: z
    .object({
      artifactLocation: ArtifactPlace.optional(),
      region: z.object({ startLine: z.number().optional() }).optional(),
    })
    .optional(),
});

const Words = z.object({
  text: z.string().optional(),
  markdown: z.string().optional(),
  id: z.string().optional(),
});
const RuleRef = z.object({ id: z.string().optional(), index: z.number().optional() });

export const Result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().optional(),
  rule: RuleRef.optional(),
  kind: z.string().optional(),
  level: Level.optional(),
  message: Words,
  locations: z.array(Place).nullish(),
  suppressions: z.array(z.object({ status: z.string().optional() })).nullish(),
  baselineState: z.string().optional(),
});
export type Result = z.infer<typeof Result>;

export const Notification = z.object({
  level: Level.optional(),
  message: Words,
  locations: z.array(Place).nullish(),
  descriptor: RuleRef.optional(),
});
export type Notification = z.infer<typeof Notification>;

const Invocation = z.object({
  executionSuccessful: z.boolean().optional(),
  toolExecutionNotifications: z.array(Notification).nullish(),
  toolConfigurationNotifications: z.array(Notification).nullish(),
});

const Rule = z.object({
  id: z.string().optional(),
  defaultConfiguration: z.object({ level: Level.optional() }).optional(),
});

export const Run = z.object({
  tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(Rule).nullish() }) }),
  invocations: z.array(Invocation).nullish(),
  artifacts: z.array(z.object({ location: ArtifactPlace.optional() })).nullish(),
  originalUriBaseIds: z.record(z.string(), z.object({ uri: z.string().optional() })).nullish(),
  /** Absent or null: the tool stopped before it examined anything. */
  results: z.array(Result).nullish(),
});
export type Run = z.infer<typeof Run>;

/** The part of SARIF 2.1.0 that a finding needs. */
export const SarifLog = z.object({ version: z.string(), runs: z.array(Run) });
export type SarifLog = z.infer<typeof SarifLog>;
