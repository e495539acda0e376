import { measured, missing } from '../../domain/measured.ts';
import { readVote } from '../../score/benchmark/read-vote.ts';
import { scoreHumanLike } from '../../score/benchmark/score-human-like.ts';
import { type Dimension, type DimensionEvidence, explainShare, shareScore } from '../dimension.ts';
import { HumanLikeEvidence } from './human-like-evidence.ts';

const LONGEST_REPLY = 20_000;

export const humanLike = {
  key: 'human_like',
  title: 'human_like',
  weight: null,
  description:
    'Weight of the votes of three reviewers, models set in [judges]; absent: they are not asked, and it costs nothing.',
  score: shareScore('human_like', 'no reviewer was asked'),
  explain: explainShare('human_like', '100 × the mean vote of the reviewers'),
  evidence: {
    field: 'humanLike',
    schema: HumanLikeEvidence,
    blocksOnFailure: false,
    reusable: false,
    async capture(change) {
      const { model, score, replies } = await change.review();
      if (!score.known) return missing('not-configured', score.reason);
      const kept = replies.map(({ persona, reply }) => ({
        persona,
        reply: reply.known ? measured(reply.value.slice(0, LONGEST_REPLY)) : reply,
      }));
      return measured({ model, replies: kept });
    },
    /** Votes are only comparable if every change has one: a single change without a vote removes all scores. */
    reconcile(all) {
      for (const { candidate, found } of all)
        if (!found.known) {
          const reason = `reviewers gave no vote on ${candidate}: ${found.reason}`;
          return all.map((one) => ({ ...one, found: missing('not-configured', reason) }));
        }
      return all;
    },
    inputs: ({ model, replies }) =>
      replies.map(({ persona, reply }) => {
        const vote = reply.known ? readVote(reply.value) : reply;
        return {
          name: `vote of the reviewer for ${persona}`,
          value: vote.known ? vote.value : `not counted: ${vote.reason}`,
          of: 'candidate',
          note: reply.known ? `the reply of ${model}` : `${model} gave no reply`,
          ...(reply.known ? { quote: reply.value } : {}),
        };
      }),
    share: ({ replies }) => scoreHumanLike({ judges: measured(replies) }).score,
  } as const satisfies DimensionEvidence<typeof HumanLikeEvidence>,
} as const satisfies Dimension;
