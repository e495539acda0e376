import { mapMeasured, missing, type Measured } from '../../core/domain/measured.ts';
import type { JudgedChange } from '../../core/judge/judge-prompt.ts';
import {
  type Criterion,
  readRubricScores,
  RUBRIC_SHAPE,
  rubricPrompt,
  weighScores,
} from '../../core/judge/rubric.ts';
import { askJudge, type JudgeBench, rationaleIn } from './ask-judge.ts';
import type { JudgeCosts } from './judge-costs.ts';

/** `score`: weighted mean, 0..1, or why there is none. */
export type RubricAssessment = JudgeCosts & {
  readonly score: Measured<number>;
  readonly criteria: Measured<readonly number[]>;
  readonly rationale: string | null;
};

/** One judge, every criterion of a task. A failure is a reason, never an exception. */
export const judgeByRubric = async (
  { model, nonce, record }: JudgeBench,
  change: JudgedChange,
  rubric: readonly Criterion[],
): Promise<RubricAssessment> => {
  await record({ event: 'judge_asked', mode: 'rubric', model: model.name });
  const { reply, usage, costUsd } = await askJudge(
    model,
    rubricPrompt(rubric, change, nonce()),
    RUBRIC_SHAPE,
  );
  const criteria: Measured<readonly number[]> =
    rubric.length === 0
      ? missing('not-configured', 'the rubric has no criteria')
      : reply.known
        ? readRubricScores(reply.value, rubric)
        : reply;
  const score = mapMeasured(criteria, (scores) => weighScores(scores, rubric));
  const rationale = reply.known ? rationaleIn(reply.value) : null;
  await record({
    event: 'judge_vote',
    mode: 'rubric',
    model: model.name,
    score,
    criteria,
    rationale,
    reply,
    usage,
    costUsd,
  });
  return { score, criteria, rationale, usage, costUsd };
};
