import type { Agent, Availability } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import { agentDuties } from './agent-duties.ts';
import { runAgent } from './run-agent.ts';
import { capText } from '../../core/agent/cap-text.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';

/** Where repositories keep instructions for agents. */
const FILES = ['AGENTS.md', 'CLAUDE.md'];
const MOST_CHARS = 40_000;

/** Instructions in the tree, which other agents read too. */
const readInstructions = async (workspace: AgentWorkspace): Promise<string> => {
  const found = await Promise.all(FILES.map((path) => workspace.read(path)));
  return found
    .flatMap((file) => (file.ok ? [capText(Buffer.from(file.bytes).toString('utf8'), MOST_CHARS).text] : []))
    .join('\n\n');
};

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
