import * as z from 'zod';
import { measuredOf } from '../measured.ts';

/** Replies of reviewers about a change, word for word: every replay reads the votes from them. */
export const HumanLikeEvidence = z.strictObject({
  model: z.string(),
  replies: z.array(z.strictObject({ persona: z.string(), reply: measuredOf(z.string()) })),
});
export type HumanLikeEvidence = z.infer<typeof HumanLikeEvidence>;
