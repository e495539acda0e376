import type { BenchmarkFacts } from '../../domain/bench/benchmark-facts.ts';
import { measured, missing, type Measured } from '../../domain/measured.ts';
import { mean } from '../../math/mean.ts';
import { readVote } from './read-vote.ts';

export type HumanLike = {
  readonly score: Measured<number>;
  readonly votes: number;
  /** Which vote was dropped and why. */
  readonly notes: readonly string[];
};

/** Failures of judges never break a run: an invalid reply costs only its own vote. */
export const scoreHumanLike = ({ judges }: Pick<BenchmarkFacts, 'judges'>): HumanLike => {
  if (!judges.known) return { score: missing('not-configured', judges.reason), votes: 0, notes: [] };
  const ballots = judges.value.map(({ persona, reply }) => ({
    persona,
    vote: reply.known ? readVote(reply.value) : reply,
  }));
  const votes = ballots.flatMap(({ vote }) => (vote.known ? [vote.value] : []));
  const notes = ballots.flatMap(({ persona, vote }) =>
    vote.known ? [] : [`vote of ${persona} dropped: ${vote.reason}`],
  );
  const average = mean(votes);
  const why = judges.value.length === 0 ? 'no judge was asked' : 'no judge gave a valid vote';
  return {
    score: average === null ? missing('not-configured', why) : measured(average),
    votes: votes.length,
    notes,
  };
};
