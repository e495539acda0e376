import type { MockBrief, MockTurn } from '../../../src/core/domain/agent/mock-brief.ts';
import type { AgentLimits } from '../../../src/core/domain/agent/agent-run.ts';
import { runAgent } from '../../../src/shell/agent/run-agent.ts';
import type { AgentWorld } from '../../../src/shell/agent/agent-world.ts';
import { openMockModel } from '../../../src/shell/adapters/models/mock-model.ts';
import type { LanguageModel } from '../../../src/shell/ports/models.ts';
import type { RunEvent } from '../../../src/core/domain/run/run-event.ts';

export const NO_TASK: MockBrief['task'] = { id: 'none', solution: [] };

/** An empty workspace in which no command runs. */
const nowhere: AgentWorld['workspace'] = {
  root: '/workspace',
  list: async () => ({ ok: true, paths: [], left: 0 }),
  read: async (path) => ({ ok: false, reason: `${path} does not exist.` }),
  edit: async () => ({ ok: true, changes: [] }),
  run: async (command) => ({
    ran: { status: 'exited', exitCode: 0, durationMs: 1 },
    text: `ran ${command}`,
    leftOutBytes: 0,
  }),
  close: async () => undefined,
};

export const call = (name: string, input: unknown = {}): MockTurn => ({ text: '', calls: [{ name, input }] });

/** Plays turns against an empty world, and returns the result with its trace. */
export const play = async (
  turns: readonly MockTurn[],
  {
    limits,
    model = openMockModel('script', { task: NO_TASK, script: turns }),
    workspace,
    ...more
  }: Partial<Omit<AgentWorld, 'workspace'>> & {
    readonly limits?: Partial<AgentLimits>;
    readonly model?: LanguageModel;
    readonly workspace?: Partial<AgentWorld['workspace']>;
  } = {},
) => {
  const events: RunEvent[] = [];
  let nowMs = 0;
  const result = await runAgent(
    model,
    { prompt: 'Do it.', ...(limits === undefined ? {} : { limits }) },
    {
      workspace: { ...nowhere, ...workspace },
      commands: {},
      clock: { now: () => '2026-01-01T00:00:00.000Z', monotonicMs: () => (nowMs += 1) },
      record: async (event) => void events.push(event),
      ...more,
    },
  );
  return { result, events, answers: events.filter((event) => event.event === 'tool_result') };
};
