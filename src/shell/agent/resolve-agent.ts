import type { AgentDefinitions } from '../../core/domain/agent/agent-definition.ts';
import type { Agent } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import { builtinAgent } from './builtin-agent.ts';
import { claudeAgent } from './claude-agent.ts';
import { programAgent } from './program-agent.ts';

/** `builtin:PROVIDER:MODEL`, `claude`, `claude:MODEL`, or a name from `[agents]`. There is no fallback. */
export const resolveAgent = (tools: AgentTools, spec: string, definitions: AgentDefinitions = {}): Agent => {
  const colon = spec.indexOf(':');
  const [kind, rest] = colon < 0 ? [spec, null] : [spec.slice(0, colon), spec.slice(colon + 1)];
  if (kind === 'builtin' && rest !== null && rest !== '') return builtinAgent(tools, rest);
  if (kind === 'claude' && rest !== '') return claudeAgent(tools, rest);
  const definition = Object.hasOwn(definitions, spec) ? definitions[spec] : undefined;
  if (definition !== undefined) return programAgent(tools, spec, definition);
  const known = ['builtin:PROVIDER:MODEL', 'claude', ...Object.keys(definitions)];
  throw new UserError(
    'agent-unknown',
    `There is no agent "${spec.slice(0, 200)}".`,
    `Known agents: ${known.join(', ')}. Define others as [agents.NAME] in hydra.toml.`,
  );
};
