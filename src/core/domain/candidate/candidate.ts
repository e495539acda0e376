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
  /** How its agent ended, if it did not end by itself: a sentence without a capital. */
  ended: z.string().max(1000).optional(),
});
export type Provenance = z.infer<typeof Provenance>;
export type ProvenanceInput = z.input<typeof Provenance>;

/** Names are shown everywhere, so none can hide, move or overwrite text on a screen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/]/gu;

/** As long as a file's name can be. */
export const CandidateName = z
  .string()
  .max(255)
  .refine(
    (name) => name.trim() !== '' && name.search(UNSHOWN) === -1,
    'a name is 1 to 255 visible characters, and no slash',
  );

/** The name of a file or branch as a candidate's: what cannot be shown becomes `_`. */
export const toCandidateName = (text: string): string => text.replaceAll(UNSHOWN, '_').replace(/^\s+$/, '_');

export const Candidate = z.strictObject({
  name: CandidateName,
  source: CandidateSource,
  provenance: Provenance,
});
export type Candidate = z.infer<typeof Candidate>;
