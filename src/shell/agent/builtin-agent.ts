import type { Agent, Availability } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import { agentDuties } from './agent-duties.ts';
import { readInstructions } from './read-instructions.ts';
import { runAgent } from './run-agent.ts';

type Needs = Pick<AgentTools, 'models' | 'openWorkspace' | 'clock'>;

/** What the user can fix is a result; anything else stays an exception. */
export const askWhether = async (check: () => Promise<unknown>): Promise<Availability> => {
  try {
    await check();
    return { available: true };
  } catch (error) {
    if (error instanceof UserError) return { available: false, why: error };
    throw error;
  }
};

/** The built-in agent with a model: `builtin:PROVIDER:MODEL`. */
export const builtinAgent = ({ models, openWorkspace, clock }: Needs, model: string): Agent => ({
  name: `builtin:${model}`,
  scripted: model.startsWith('mock:'),
  availability: (task) => askWhether(async () => agentDuties(await models.open(model), task)),
  async work({ task, workspace, commands, securityScan, record, mock }) {
    const opened = await models.open(model, mock);
    const inside = await openWorkspace(workspace);
    try {
      const instructions = [await readInstructions(inside), task.instructions ?? ''].join('\n\n');
      return await runAgent(
        opened,
        { ...task, instructions },
        {
          workspace: inside,
          commands,
          ...(securityScan === undefined ? {} : { securityScan }),
          record,
          clock,
        },
      );
    } finally {
      await inside.close();
    }
  },
});
