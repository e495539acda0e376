import { type AgentSpec, readAgentSpec } from '../../core/agent/agent-spec.ts';
import type { AgentDefinitions } from '../../core/domain/agent/agent-definition.ts';
import type { Agent } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import type { AgentKind } from './agent-kind.ts';
import { AGENTS } from './agents/agents.ts';
import { programAgent } from './program-agent.ts';

/** The kind of a spec such as `claude@MODEL`; null: a name from `[agents]`, or unknown. */
export const findAgentKind = (spec: string): AgentKind | null => {
  const { id } = readAgentSpec(spec);
  return AGENTS.find((kind) => kind.id === id) ?? null;
};

const unknownAgent = (spec: string, definitions: AgentDefinitions): UserError => {
  const known = [...AGENTS.map(({ usage }) => usage), ...Object.keys(definitions)];
  return new UserError(
    'agent-unknown',
    `There is no agent "${spec.slice(0, 200)}".`,
    `Known agents: ${known.join(', ')}. Define others as [agents.NAME] in hydra.toml.`,
  );
};

/** A name from `[agents]`, which overrides ours, or one of `agents/agents.ts`. The caller handles attempts. */
export const resolveAgent = (tools: AgentTools, spec: string, definitions: AgentDefinitions = {}): Agent => {
  const { id, model, name }: AgentSpec = readAgentSpec(spec);
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition !== undefined) return programAgent(tools, name, definition);
  const kind = AGENTS.find((one) => one.id === id);
  const named = model === null ? kind?.needsModel === false : model !== '';
  if (kind === undefined || !named) throw unknownAgent(spec, definitions);
  return kind.open(tools, model);
};

/** The same if a spec cannot ask for several attempts: `instead` is the alternative to suggest. */
export const resolveOneAgent = (
  tools: AgentTools,
  spec: string,
  definitions: AgentDefinitions | undefined,
  instead: string,
): Agent => {
  const { attempts, name } = readAgentSpec(spec);
  if (attempts > 1)
    throw new UserError(
      'agent-attempts',
      `"${spec.slice(0, 200)}" asks for ${attempts} attempts, which only a race makes.`,
      `Give the agent as ${name.slice(0, 200)}${instead}.`,
    );
  return resolveAgent(tools, spec, definitions);
};
