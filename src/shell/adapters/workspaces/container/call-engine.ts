import type { Engine } from './container.ts';
import { runTool, type ToolResult } from '../host/run-tool.ts';

const TIMEOUT_MS = 60_000;

/** Asks an engine something that is done at once. */
export const callEngine = (
  { program, environment }: Pick<Engine, 'program' | 'environment'>,
  args: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<ToolResult> => runTool(program, args, { env: environment, timeoutMs });
