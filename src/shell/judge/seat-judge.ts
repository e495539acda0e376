import type { AgentTools } from '../ports/agent-tools.ts';
import type { LanguageModel } from '../ports/models.ts';
import { UserError } from '../user-error.ts';
import type { JudgeBench } from './ask-judge.ts';

/** In this order: the provider with a cache of prompts, then the program that needs no key. */
const BY_ITSELF = ['anthropic:claude-sonnet-4-5', 'claude-cli'];
const AUTO = 'auto';

/** Answers every question with why it cannot. */
const absentModel = (name: string, problem: string): LanguageModel => ({
  name,
  priced: false,
  complete: async () => ({ ok: false, kind: 'refused', reason: `is not available: ${problem}` }),
});

const openFirst = async (
  { models }: Pick<AgentTools, 'models'>,
  names: readonly string[],
): Promise<LanguageModel> => {
  const problems: string[] = [];
  for (const name of names) {
    try {
      return await models.open(name);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  }
  return absentModel(names.join(' or '), problems.join(' '));
};

/** A judge that cannot be had costs its votes, with the reason, and breaks nothing. `auto`: whoever is there. */
export const seatJudge = async (
  tools: Pick<AgentTools, 'models' | 'nonce'>,
  model: string,
  record: JudgeBench['record'] = async () => undefined,
): Promise<JudgeBench> => ({
  model: await openFirst(tools, model === AUTO ? BY_ITSELF : [model]),
  nonce: tools.nonce,
  record,
});
