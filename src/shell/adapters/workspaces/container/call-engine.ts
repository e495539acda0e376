import type { Engine } from './container.ts';
import { runTool, type ToolResult } from '../host/run-tool.ts';

const TIMEOUT_MS = 60_000;

/** Runs a short command of an engine. */
export const callEngine = (
  { program, environment }: Pick<Engine, 'program' | 'environment'>,
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<ToolResult> => runTool(program, args, { env: environment, timeoutMs });
