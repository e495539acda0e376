import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AGENT_PROGRAMS } from '../../../src/core/agent/agent-programs.ts';
import { missing } from '../../../src/core/domain/measured.ts';
import { commandLineAgent } from '../../../src/shell/agent/command-line-agent.ts';
import type { AgentTools } from '../../../src/shell/ports/agent-tools.ts';
import type { Workspace } from '../../../src/shell/ports/workspaces.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/agents', import.meta.url));
const agents = readdirSync(FIXTURES);

/** The agent's reported work if its program prints the recording. */
const replay = async (id: string, what: string) => {
  const read = (ending: string): string => readFileSync(join(FIXTURES, id, `${what}.${ending}`), 'utf8');
  const { exitCode } = JSON.parse(read('json')) as { exitCode: number | null };
  const [stdout, stderr] = [read('out'), read('err')].map((text) => ({ text, leftOutBytes: 0 }));
  const program = AGENT_PROGRAMS.find((one) => one.id === id);
  if (program === undefined || stdout === undefined || stderr === undefined) throw new Error(id);
  const programs = {
    readEnvironment: () => ({}),
    priceOf: async () => missing('not-configured', 'no price'),
    run: async ({ onLine = () => undefined }: { onLine?: (line: string) => void }) => {
      stdout.text.split('\n').forEach((line) => onLine(line));
      const durationMs = 1;
      const ran =
        exitCode === null
          ? { status: 'timed-out' as const, durationMs }
          : { status: 'exited' as const, exitCode, durationMs };
      return { ran, stdout, stderr, usage: '', stopped: null, notes: [] };
    },
  };
  const tools = { programs, clock: { monotonicMs: () => 0 } } as unknown as AgentTools;
  return commandLineAgent(program)
    .open(tools, null)
    .work({ task: { prompt: 'x' }, workspace: {} as Workspace, commands: {}, record: async () => undefined });
};

test.each(agents)('%s: a refused key means that it is not logged in', async (id) => {
  const { ended, reason } = await replay(id, 'refused');
  expect(ended).toBe('unavailable');
  expect(reason).toContain(`${id} is not logged in`);
});

test.each(agents)('%s: without a key it could not work, whatever it says', async (id) => {
  expect((await replay(id, 'logged-out')).ended).toBe('unavailable');
});

test.each(agents.filter((id) => id !== 'amp'))('%s: one that did its work has finished', async (id) => {
  expect((await replay(id, 'worked')).ended).toBe('finished');
});
