import { isToolName, toolSpecs, type ToolName } from '../../core/agent/tool-catalogue.ts';
import { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import type { ToolSpec } from '../../core/domain/agent/conversation.ts';
import type { AgentTask } from '../ports/agent.ts';
import type { LanguageModel } from '../ports/models.ts';
import { UserError } from '../errors/user-error.ts';

export type AgentDuties = { readonly limits: AgentLimits; readonly tools: readonly ToolSpec[] };

const offeredTools = (names: readonly string[] | undefined): readonly ToolSpec[] => {
  const unknown = names?.find((name) => !isToolName(name));
  if (unknown === undefined) return toolSpecs(names as readonly ToolName[] | undefined);
  const known = toolSpecs().map(({ name }) => name);
  throw new UserError('agent-tool', `The agent has no tool "${unknown}".`, `There are: ${known.join(', ')}.`);
};

const readLimits = (given: AgentTask['limits']): AgentLimits => {
  const read = AgentLimits.safeParse(given ?? {});
  if (read.success) return read.data;
  const fault = read.error.issues[0];
  throw new UserError(
    'agent-limit',
    `The agent's limit ${fault?.path.join('.') ?? ''} is not valid: ${fault?.message ?? ''}.`,
    'Limits are numbers above 0.',
  );
};

/** Limits and tools of a task; a limit that cannot be enforced is reported before anything is spent. */
export const agentDuties = (
  model: Pick<LanguageModel, 'name' | 'priced'>,
  { limits: given, tools: names }: Pick<AgentTask, 'limits' | 'tools'>,
): AgentDuties => {
  const [limits, tools] = [readLimits(given), offeredTools(names)];
  if (limits.costUsd === null || model.priced) return { limits, tools };
  throw new UserError(
    'model-price-unknown',
    `The price of ${model.name} is not known, so its cost cannot be limited.`,
    'Remove the cost limit, and limit steps or tokens instead.',
  );
};
