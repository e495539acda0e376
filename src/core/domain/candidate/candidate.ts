import * as z from 'zod';

export const AgentStatus = z.enum(['completed', 'failed', 'timed_out']);
export type AgentStatus = z.infer<typeof AgentStatus>;

/** Where a candidate's change came from; `at` is what the user wrote, never read again later. */
export const CandidateSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('patch'), at: z.string() }),
  z.strictObject({ kind: z.literal('ops'), at: z.string() }),
  z.strictObject({ kind: z.literal('commit'), at: z.string(), commit: z.string().optional() }),
  z.strictObject({ kind: z.literal('folder'), at: z.string() }),
]);
export type CandidateSource = z.infer<typeof CandidateSource>;

/** How a change was made: measured around the agent alone, without the checks. */
export const Provenance = z.strictObject({
  status: AgentStatus.default('completed'),
  duration_ms: z.number().nonnegative().optional(),
  tokens: z.int().nonnegative().optional(),
  usd: z.number().nonnegative().optional(),
  author: z.string().optional(),
});
export type Provenance = z.infer<typeof Provenance>;
export type ProvenanceInput = z.input<typeof Provenance>;

export const CandidateName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'a name is 1 to 100 letters, digits, dots, dashes or underscores',
  );

export const Candidate = z.strictObject({
  name: CandidateName,
  source: CandidateSource,
  provenance: Provenance,
});
export type Candidate = z.infer<typeof Candidate>;
