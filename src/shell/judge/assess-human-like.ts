import type { JudgeReply } from '../../core/domain/bench/benchmark-facts.ts';
import { mapMeasured, type Measured } from '../../core/domain/measured.ts';
import { type JudgedChange, judgePrompt, VOTE_SHAPE } from '../../core/judge/judge-prompt.ts';
import type { Judge } from '../../core/judge/judges/judge.ts';
import { JUDGES } from '../../core/judge/judges/judges.ts';
import { median } from '../../core/math/median.ts';
import { readVote } from '../../core/score/benchmark/read-vote.ts';
import { scoreHumanLike } from '../../core/score/benchmark/score-human-like.ts';
import { askJudge, type JudgeAnswer, type JudgeBench, rationaleIn } from './ask-judge.ts';
import { judgeCosts, type JudgeCosts } from './judge-costs.ts';

export type JudgeVote = {
  readonly persona: string;
  readonly model: string;
  /** 0..100, or why this vote does not count. */
  readonly score: Measured<number>;
  readonly rationale: string | null;
};

/** `score` is the mean of valid votes, 0..1; the median is reported too. */
export type HumanLikeAssessment = JudgeCosts & {
  readonly score: Measured<number>;
  readonly median: number | null;
  readonly votes: readonly JudgeVote[];
  /** As the benchmark model reads them. */
  readonly replies: readonly JudgeReply[];
  readonly notes: readonly string[];
};

const BEST = 100;

const voteOf = (persona: string, { reply, model }: JudgeAnswer): JudgeVote => ({
  persona,
  model,
  score: reply.known ? mapMeasured(readVote(reply.value), (vote) => vote * BEST) : reply,
  rationale: reply.known ? rationaleIn(reply.value) : null,
});

/** If no judge could be asked at all, that is why there is no score. */
const explained = (score: Measured<number>, answers: readonly JudgeAnswer[]): Measured<number> => {
  const reasons = new Set(answers.map(({ reply }) => (reply.known ? null : reply.reason)));
  const [only] = reasons;
  return score.known || reasons.size !== 1 || typeof only !== 'string' ? score : { ...score, reason: only };
};

/** Asks every judge separately about one change. A judge that fails loses only its own vote. */
export const assessHumanLike = async (
  bench: JudgeBench,
  change: JudgedChange,
  panel: readonly Judge[] = JUDGES,
): Promise<HumanLikeAssessment> => {
  await bench.record({ event: 'judge_asked', mode: 'personas', model: bench.model.name });
  const answers = await Promise.all(
    panel.map((judge) => askJudge(bench.model, judgePrompt(judge, change, bench.nonce()), VOTE_SHAPE)),
  );
  const votes = panel.map(({ id }, at) => voteOf(id, answers[at] as JudgeAnswer));
  for (const [at, vote] of votes.entries()) {
    const { reply, usage, costUsd } = answers[at] as JudgeAnswer;
    await bench.record({ event: 'judge_vote', ...vote, reply, usage, costUsd });
  }
  const replies = panel.map(({ id }, at) => ({ persona: id, reply: (answers[at] as JudgeAnswer).reply }));
  const { score, notes } = scoreHumanLike({ judges: { known: true, value: replies } });
  const valid = votes.flatMap((vote) => (vote.score.known ? [vote.score.value / BEST] : []));
  return {
    score: explained(score, answers),
    median: median(valid),
    votes,
    replies,
    notes,
    ...judgeCosts(answers),
  };
};
