import * as z from 'zod';
import { CandidateName } from '../candidate/candidate.ts';

/** What a person chose between two candidates of a run. */
export const Preference = z
  .strictObject({
    preferred: CandidateName,
    over: CandidateName,
    /** The names were hidden while the person chose. */
    blind: z.boolean(),
    /** How it was recorded: asked for, or because the candidate was merged. */
    by: z.enum(['choice', 'merge']),
    note: z.string().max(2000).optional(),
    /** ISO 8601, UTC. */
    at: z.string(),
  })
  .refine(({ preferred, over }) => preferred !== over, {
    path: ['over'],
    error: 'a candidate cannot be preferred to itself',
  });
export type Preference = z.infer<typeof Preference>;
export type RunPreference = Preference & { readonly run: string };
