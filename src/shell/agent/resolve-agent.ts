import type { AgentDefinitions } from '../../core/domain/agent/agent-definition.ts';
import type { Agent } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import type { AgentKind } from './agent-kind.ts';
import { AGENTS } from './agents/agents.ts';
import { programAgent } from './program-agent.ts';

/** The kind that a name such as `claude:MODEL` starts with; null: a name from `[agents]`, or unknown. */
export const findAgentKind = (spec: string): AgentKind | null => {
  const [id] = spec.split(':', 1);
  return AGENTS.find((kind) => kind.id === id) ?? null;
};

const modelIn = (spec: string): string | null =>
  spec.includes(':') ? spec.slice(spec.indexOf(':') + 1) : null;

/** One of `agents/agents.ts`, or a name from `[agents]`. An agent is never replaced by another. */
export const resolveAgent = (tools: AgentTools, spec: string, definitions: AgentDefinitions = {}): Agent => {
  const [kind, model] = [findAgentKind(spec), modelIn(spec)];
  const named = model === null ? kind?.needsModel === false : model !== '';
  if (kind !== null && named) return kind.open(tools, model);
  const definition = Object.hasOwn(definitions, spec) ? definitions[spec] : undefined;
  if (definition !== undefined) return programAgent(tools, spec, definition);
  const known = [...AGENTS.map(({ usage }) => usage), ...Object.keys(definitions)];
  throw new UserError(
    'agent-unknown',
    `There is no agent "${spec.slice(0, 200)}".`,
    `Known agents: ${known.join(', ')}. Define others as [agents.NAME] in hydra.toml.`,
  );
};
