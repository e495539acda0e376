import * as z from 'zod';
import { measuredOf } from '../measured.ts';

/** What one panellist thinks of the candidates it was shown, by their names. */
export const PanelOpinion = z.strictObject({
  /** Candidates that do essentially the same. */
  clusters: z.array(z.array(z.string())),
  /** Of being right, each on its own: they need not add up to 1. A list, since a candidate may be called `__proto__`. */
  probabilities: z.array(z.strictObject({ candidate: z.string(), probability: z.number().min(0).max(1) })),
  pick: z.string().nullable(),
  reason: z.string(),
});
export type PanelOpinion = z.infer<typeof PanelOpinion>;

/** One prompt and its reply; both texts are stored with the run under their sha-256. */
export const PanelQuestion = z.strictObject({
  /** Round 1 sees task, base code and diffs; round 2 also what the checks found. */
  round: z.int().min(1).max(2),
  /** By letter: the candidates that share the patch which was shown. */
  order: z.array(z.array(z.string())),
  request: z.string(),
  reply: measuredOf(z.string()),
  opinion: measuredOf(PanelOpinion),
  costUsd: measuredOf(z.number().nonnegative()),
  /** The request will be answered later. */
  waiting: z.literal(true).optional(),
});
export type PanelQuestion = z.infer<typeof PanelQuestion>;

/** Opinions are of all questions of a round together, or why they do not count. */
export const Panellist = z.strictObject({
  model: z.string(),
  questions: z.array(PanelQuestion),
  /** Before it saw what the checks found. */
  opinion: measuredOf(PanelOpinion),
  /** Afterwards; absent if it was not asked again. */
  revised: measuredOf(PanelOpinion).optional(),
});
export type Panellist = z.infer<typeof Panellist>;

/** What asking a panel would take, where one is configured and the evidence is thin. */
export const PanelOffer = z.strictObject({
  panellists: z.int().positive(),
  models: z.array(z.string()),
  costUsd: measuredOf(z.number().nonnegative()),
});
export type PanelOffer = z.infer<typeof PanelOffer>;

/** Models that compared all candidates of a run side by side. */
export const Panel = z.strictObject({
  panellists: z.array(Panellist),
  costUsd: measuredOf(z.number().nonnegative()),
  /** Such as a patch that was too long to be shown whole. */
  notes: z.array(z.string()),
});
export type Panel = z.infer<typeof Panel>;
