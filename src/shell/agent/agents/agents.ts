import type { AgentKind } from '../agent-kind.ts';
import { builtin } from './builtin.ts';
import { claude } from './claude.ts';

/** All agents that need no definition in `[agents]`. */
export const AGENTS: readonly AgentKind[] = [builtin, claude];
