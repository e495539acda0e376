import * as z from 'zod';

/** What candidates are compared by, in this order; other scores of a scorecard are allowed and ignored. */
export const Contestant = z.object({
  total: z.number(),
  execSignals: z.number(),
  identifierMatch: z.number(),
});
export type Contestant = z.infer<typeof Contestant>;

export const DEFAULT_GROUP_SIZE = 2;

export const TournamentDocument = z.strictObject({
  model: z.literal('tournament'),
  scores: z.array(Contestant).min(1, 'a tournament needs at least one candidate'),
  k: z.int().min(2, 'a group needs at least two places').default(DEFAULT_GROUP_SIZE),
});

/** Indices of candidates: who met whom, and who advanced. */
export type Round = {
  readonly groups: readonly (readonly number[])[];
  readonly winners: readonly number[];
};

export type Bracket = { readonly winnerIndex: number; readonly rounds: readonly Round[] };
