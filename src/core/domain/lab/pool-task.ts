import * as z from 'zod';
import { CandidateName } from '../candidate/candidate.ts';

const LONGEST_TASK = 400_000;
const LONGEST_PATCH = 20_000_000;
const MOST_CANDIDATES = 1000;

/** One line of a labelled pool. `resolved`: right or wrong by tests that no selector saw; absent or null: unknown. */
export const PoolTask = z.looseObject({
  id: z.string().min(1).max(300),
  repo: z.string().min(1).max(300),
  task: z.string().max(LONGEST_TASK).default(''),
  /** The commit that the candidates change; absent or null: the task can only be judged by its diffs. */
  base: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/, 'is not a full commit id')
    .nullish(),
  candidates: z
    .array(
      z.looseObject({
        agent: CandidateName,
        author: z.string().min(1).max(300).optional(),
        resolved: z.boolean().nullish(),
        patch: z.string().max(LONGEST_PATCH),
      }),
    )
    .min(1)
    .max(MOST_CANDIDATES),
});
export type PoolTask = z.infer<typeof PoolTask>;
