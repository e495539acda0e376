import { ENGINE_VERSION } from '../../../core/domain/run/engine-version.ts';
import type { Agent } from '../../ports/agent.ts';
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AgentKind } from '../agent-kind.ts';
import { checkAvailability } from '../check-availability.ts';
import { agentDuties } from '../agent-duties.ts';
import { runAgent } from '../run-agent.ts';
import { capText } from '../../../core/agent/cap-text.ts';
import type { AgentWorkspace } from '../../ports/agent-workspace.ts';

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

/** The built-in agent with a model: `builtin:PROVIDER:MODEL`. */
const builtinAgent = ({ models, openWorkspace, clock }: Needs, model: string): Agent => ({
  name: `builtin:${model}`,
  scripted: model.startsWith('mock:'),
  allowed: {
    network: false,
    variables: [],
    logins: [],
    permissions: 'its own tools; the model is asked by Hydra, and commands have no network',
  },
  keeps: ['steps', 'tokens', 'costUsd', 'wallMs', 'turnMs', 'commandMs'],
  reports: { tokens: 'working', cost: 'working' },
  availability: (task) => checkAvailability(async () => agentDuties(await models.open(model), task)),
  async work({ task, workspace, commands, securityScan, record, mock, onProgress, stop }) {
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
          ...(onProgress === undefined ? {} : { onProgress }),
          ...(stop === undefined ? {} : { stop }),
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
