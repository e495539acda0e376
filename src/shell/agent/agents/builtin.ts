import { ENGINE_VERSION } from '../../../core/domain/run/engine-version.ts';
import type { Agent } from '../../ports/agent.ts';
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AgentKind } from '../agent-kind.ts';
import { checkAvailability } from '../check-availability.ts';
import { agentDuties } from '../agent-duties.ts';
import { readInstructions } from '../read-instructions.ts';
import { runAgent } from '../run-agent.ts';

type Needs = Pick<AgentTools, 'models' | 'openWorkspace' | 'clock'>;

/** The built-in agent with a model: `builtin:PROVIDER:MODEL`. */
const builtinAgent = ({ models, openWorkspace, clock }: Needs, model: string): Agent => ({
  name: `builtin:${model}`,
  scripted: model.startsWith('mock:'),
  availability: (task) => checkAvailability(async () => agentDuties(await models.open(model), task)),
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

export const builtin: AgentKind = {
  id: 'builtin',
  usage: 'builtin:PROVIDER:MODEL',
  needsModel: true,
  obeys: ['model', 'system_prompt', 'tools'],
  recordedAs: 'builtin',
  version: ENGINE_VERSION,
  open: (tools, model) => builtinAgent(tools, model ?? ''),
};
