import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { Agent } from '../ports/agent.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { ConfiguredAgent } from '../ports/configured-agent.ts';

/** Settings of a configuration that an agent may support; a setting that it would ignore is refused. */
export type ObeyedSetting = Extract<
  keyof AgentConfiguration['settings'],
  'model' | 'system_prompt' | 'tools'
>;

/** One kind of agent. `agents/agents.ts` lists them all. */
export type AgentKind = {
  /** The word before the colon: `claude` in `claude:MODEL`. */
  readonly id: string;
  /** How users name it: `claude`, `builtin:PROVIDER:MODEL`. */
  readonly usage: string;
  /** False: it can also be named without a model. */
  readonly needsModel: boolean;
  readonly obeys: readonly ObeyedSetting[];
  /** Its kind in the record of an experiment; `command` for programs. */
  readonly recordedAs: ConfiguredAgent['kind'];
  /** Trials are only reused for the same version; null: unknown, so they never are. */
  readonly version: string | null;
  open(tools: AgentTools, model: string | null): Agent;
};
