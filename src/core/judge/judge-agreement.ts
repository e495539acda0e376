import * as z from 'zod';
import type { BenchSummary } from '../domain/bench/bench-summary.ts';
import type { Measured } from '../domain/measured.ts';
import { krippendorffAlpha } from '../math/krippendorff-alpha.ts';

const Votes = z.looseObject({
  votes: z.array(
    z.looseObject({ persona: z.string(), score: z.looseObject({ value: z.number().optional() }) }),
  ),
});

/** One row of votes per run, one column per persona; an invalid vote is left out. */
const votesOf = ({ metric_details: details }: BenchSummary): readonly (number | null)[] => {
  const read = Votes.safeParse(details['human_like']);
  if (!read.success) return [];
  return read.data.votes
    .toSorted((left, right) => (left.persona < right.persona ? -1 : 1))
    .map(({ score }) => score.value ?? null);
};

/** How far judges agree over many runs: 1 is perfect, 0 is chance, missing if there is too little to compare. */
export const judgeAgreement = (summaries: readonly BenchSummary[]): Measured<number> =>
  krippendorffAlpha(summaries.map(votesOf).filter((votes) => votes.length > 0));
