import { valueOrNull } from '../../../core/domain/measured.ts';
import { judgeByRubric } from '../../judge/judge-by-rubric.ts';
import { openJudgeModel } from '../../judge/seat-judge.ts';
import type { AgentTools } from '../../ports/agent-tools.ts';
import { UserError } from '../../errors/user-error.ts';
import type { OpenedJudge } from '../compare-configurations.ts';

const NO_JUDGE = 'none';
const AUTO = 'auto';

/** `auto` may find no judge, and reports it; a judge given by name must be available. */
export const bindJudge = async (tools: AgentTools, spec: string): Promise<OpenedJudge> => {
  if (spec === NO_JUDGE) return { judge: null, note: 'no judge was wanted, so checks alone decide' };
  const model = await openJudgeModel(tools, spec);
  if ('absent' in model) {
    if (spec === AUTO)
      return { judge: null, note: `rubrics are left out: no judge is available (${model.problem})` };
    throw new UserError(
      'judge-missing',
      `The judge ${spec} is not available: ${model.problem}`,
      'Or use --judge none.',
    );
  }
  const { name, priced } = model;
  return {
    note: null,
    judge: {
      spec: name,
      mock: name.startsWith('mock:'),
      priced,
      judge: async ({ prompt, patch, transcript, verifier, criteria, record }) => {
        const change = { issue: prompt, patch, transcript, verifier };
        const bench = { model, nonce: tools.nonce, record };
        const { score, rationale, costUsd } = await judgeByRubric(bench, change, criteria);
        return { score, rationale: rationale ?? '', usd: valueOrNull(costUsd) };
      },
    },
  };
};
