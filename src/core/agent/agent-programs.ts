import type { AgentProgram } from './agent-program.ts';
import { aider } from './programs/aider.ts';
import { amp } from './programs/amp.ts';
import { claude } from './programs/claude.ts';
import { codex } from './programs/codex.ts';
import { copilot } from './programs/copilot.ts';
import { cursorAgent } from './programs/cursor-agent.ts';
import { gemini } from './programs/gemini.ts';
import { goose } from './programs/goose.ts';
import { opencode } from './programs/opencode.ts';
import { qwen } from './programs/qwen.ts';

/** All agents that are programs of their own and need no definition in `[agents]`. */
export const AGENT_PROGRAMS: readonly AgentProgram[] = [
  claude,
  codex,
  gemini,
  cursorAgent,
  opencode,
  aider,
  copilot,
  amp,
  goose,
  qwen,
];
