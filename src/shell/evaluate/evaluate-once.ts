import type { Tools } from '../ports/tools.ts';
import { fieldKey } from './recall/field-key.ts';
import { answerOf, recallByKey, rememberEvaluation } from './recall/recall-evaluation.ts';
import type { AnsweredEvaluation } from './capture-run.ts';
import { type EvaluationOptions, runEvaluation } from './run-evaluation.ts';

/** Evaluates, unless a stored run has answered the same question and nothing has changed since. */
export const evaluateOnce = async (tools: Tools, options: EvaluationOptions): Promise<AnsweredEvaluation> => {
  const key = await fieldKey(tools, options);
  const known = key === null || options.fresh ? null : await recallByKey(tools, key, tools.store.load);
  if (known !== null) return answerOf(known);
  const { variables, programs, ...finished } = await runEvaluation(tools, options);
  const { runId: id, captured, config } = finished;
  if (key !== null)
    await rememberEvaluation(tools, options, key, { id, captured, config, variables, programs });
  return finished;
};
