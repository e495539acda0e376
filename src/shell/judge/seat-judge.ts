import type { AgentTools } from '../ports/agent-tools.ts';
import type { LanguageModel } from '../ports/models.ts';
import { UserError } from '../errors/user-error.ts';
import type { JudgeBench } from './ask-judge.ts';

/** In this order: the provider that caches prompts, then the program that needs no key. */
const BY_ITSELF = ['anthropic:claude-sonnet-4-5', 'claude-cli'];
const AUTO = 'auto';

/** Answers every question with the reason why it cannot answer. */
const absentModel = (name: string, problem: string): LanguageModel => ({
  name,
  priced: false,
  complete: async () => ({ ok: false, kind: 'refused', reason: `is not available: ${problem}` }),
});

/** The first of these that is available, or why none is. */
export const openJudgeModel = async (
  { models }: Pick<AgentTools, 'models'>,
  model: string,
): Promise<LanguageModel | { readonly absent: string; readonly problem: string }> => {
  const names = model === AUTO ? BY_ITSELF : [model];
  const problems: string[] = [];
  for (const name of names) {
    try {
      return await models.open(name);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  }
  return { absent: names.join(' or '), problem: problems.join(' ') };
};

/** An unavailable judge costs its votes, with the reason, and breaks nothing. `auto`: the first that is available. */
export const seatJudge = async (
  tools: Pick<AgentTools, 'models' | 'nonce'>,
  model: string,
  record: JudgeBench['record'] = async () => undefined,
): Promise<JudgeBench> => {
  const opened = await openJudgeModel(tools, model);
  return {
    model: 'absent' in opened ? absentModel(opened.absent, opened.problem) : opened,
    nonce: tools.nonce,
    record,
  };
};
