import * as z from 'zod';
import { measuredOf } from '../measured.ts';

/** One question to a model; its texts are stored with the run under their sha-256. */
export const ModelQuestion = z.strictObject({
  model: z.string(),
  /** Null: it was not asked. */
  request: z.string().nullable(),
  reply: measuredOf(z.string()),
  costUsd: measuredOf(z.number().nonnegative()),
  /** The request will be answered later. */
  waiting: z.literal(true).optional(),
});
export type ModelQuestion = z.infer<typeof ModelQuestion>;
