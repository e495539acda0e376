import type { Measured } from '../../core/domain/measured.ts';
import { type JudgedChange, PAIR_SHAPE, pairPrompt } from '../../core/judge/judge-prompt.ts';
import type { Judge } from '../../core/judge/judges/judge.ts';
import { type JudgeId, JUDGES } from '../../core/judge/judges/judges.ts';
import { type Better, bothWays, majority, readChoice } from '../../core/judge/read-choice.ts';
import { askJudge, type JudgeAnswer, type JudgeBench } from './ask-judge.ts';
import { judgeCosts, type JudgeCosts } from './judge-costs.ts';

type Compared = Omit<JudgedChange, 'issue'>;

/** `choices`: each judge's, after both orders. */
export type PairAssessment = JudgeCosts & {
  readonly better: Measured<Better>;
  readonly choices: readonly { readonly persona: JudgeId; readonly better: Measured<Better> }[];
};

const choiceOf = ({ reply }: JudgeAnswer): Measured<Better> =>
  reply.known ? readChoice(reply.value) : reply;

/** For close calls: which of two changes is better, asked in both orders so that position gives no advantage. */
export const comparePair = async (
  bench: JudgeBench,
  issue: string,
  [first, second]: readonly [Compared, Compared],
): Promise<PairAssessment> => {
  const ask = (judge: Judge, pair: readonly [Compared, Compared]): Promise<JudgeAnswer> =>
    askJudge(bench.model, pairPrompt(judge, issue, pair, bench.nonce()), PAIR_SHAPE);
  await bench.record({ event: 'judge_asked', mode: 'pairwise', model: bench.model.name });
  const asked = await Promise.all(
    JUDGES.map(async (judge) => ({
      persona: judge.id,
      answers: await Promise.all([ask(judge, [first, second]), ask(judge, [second, first])]),
    })),
  );
  const choices = asked.map(({ persona, answers: [asGiven, turned] }) => ({
    persona,
    better: bothWays(choiceOf(asGiven), choiceOf(turned)),
  }));
  for (const [at, { persona, better }] of choices.entries()) {
    const replies = asked[at]?.answers.map(({ reply }) => reply) ?? [];
    await bench.record({ event: 'judge_vote', mode: 'pairwise', persona, better, replies });
  }
  return {
    better: majority(choices.map(({ better }) => better)),
    choices,
    ...judgeCosts(asked.flatMap(({ answers }) => answers)),
  };
};
