import type { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import type { ReadCall } from '../../core/agent/read-tool-call.ts';
import { AbortError } from '../errors/abort-error.ts';
import type { AgentWorld } from './agent-world.ts';
import { editFile, listFiles, readFile, searchCode } from './file-tools.ts';
import { describeOutput, type Observation, refusal, success } from './observation.ts';

/** `timeoutMs`: of one command, never more than the run has left. */
export type CallLimits = Pick<AgentLimits, 'observationChars'> & { readonly timeoutMs: number };

const runConfigured = async (
  { workspace }: AgentWorld,
  what: string,
  command: string | undefined,
  timeoutMs: number,
): Promise<Observation> =>
  command === undefined
    ? refusal(`No command is set up for ${what} in this repository.`)
    : describeOutput(await workspace.run(command, { timeoutMs }));

const scan = async ({ securityScan }: AgentWorld): Promise<Observation> => {
  if (securityScan === undefined) return refusal('No security scan is set up here.');
  return success(await securityScan());
};

const carryOutUnguarded = async (
  call: ReadCall,
  world: AgentWorld,
  { timeoutMs }: CallLimits,
): Promise<Observation> => {
  const { workspace, commands } = world;
  switch (call.name) {
    case 'list_files':
      return listFiles(workspace, call.input);
    case 'read_file':
      return readFile(workspace, call.input);
    case 'search_code':
      return searchCode(workspace, call.input, timeoutMs);
    case 'edit_file':
      return editFile(workspace, call.input);
    case 'run_command':
      return describeOutput(await workspace.run(call.input.command, { timeoutMs }));
    case 'run_tests':
      return runConfigured(world, 'tests', commands.tests, timeoutMs);
    case 'run_lint':
      return runConfigured(world, 'lint', commands.lint, timeoutMs);
    case 'run_build':
      return runConfigured(world, 'a build', commands.build, timeoutMs);
    case 'security_scan':
      return scan(world);
  }
};

/** Errors in a tool are shown to the model and do not end the run. */
export const carryOut = async (
  call: ReadCall,
  world: AgentWorld,
  limits: CallLimits,
): Promise<Observation> => {
  try {
    return await carryOutUnguarded(call, world, limits);
  } catch (error) {
    if (error instanceof AbortError) throw error;
    return refusal(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
};
