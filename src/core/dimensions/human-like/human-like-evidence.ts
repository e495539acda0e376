import * as z from 'zod';
import { measuredOf } from '../../domain/measured.ts';

/** The reviewers' replies, word for word: votes are read from them again at every replay. */
export const HumanLikeEvidence = z.strictObject({
  model: z.string(),
  replies: z.array(z.strictObject({ persona: z.string(), reply: measuredOf(z.string()) })),
});
export type HumanLikeEvidence = z.infer<typeof HumanLikeEvidence>;
