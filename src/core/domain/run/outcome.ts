import * as z from 'zod';
import { CandidateName } from '../candidate/candidate.ts';

/** How a candidate of a run turned out once it was used. */
export const Outcome = z.strictObject({
  candidate: CandidateName,
  right: z.boolean(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type Outcome = z.infer<typeof Outcome>;
export type RunOutcome = Outcome & { readonly run: string };
