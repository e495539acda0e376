import { AGENT_PROGRAMS } from '../../../core/agent/agent-programs.ts';
import type { AgentKind } from '../agent-kind.ts';
import { commandLineAgent } from '../command-line-agent.ts';
import { builtin } from './builtin.ts';

/** All agents that need no definition in `[agents]`. */
export const AGENTS: readonly AgentKind[] = [builtin, ...AGENT_PROGRAMS.map(commandLineAgent)];
