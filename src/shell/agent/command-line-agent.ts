import { capText } from '../../core/agent/cap-text.ts';
import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { Agent, AgentTask } from '../ports/agent.ts';
import type { AgentPrograms, ProgramRan } from '../ports/agent-program.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { AgentKind } from './agent-kind.ts';
import { checkAvailability } from './check-availability.ts';
import { rejectUnenforceableLimits } from './reject-unenforceable-limits.ts';

const DEFAULT_WALL_MS = 1_800_000;
const LONGEST_RECORDED = 20_000;

/** What a program's output says about its work: usage, cost, answer, and events for the trace. */
export type ReadOutput = Omit<AgentResult, 'wallMs'> & { readonly events: readonly RunEvent[] };

/** An agent that is a program of its own: what differs from one to the next. */
export type CommandLineAgent = Omit<AgentKind, 'open' | 'needsModel' | 'usage'> & {
  /** Environment variables that are passed to it. */
  readonly variables: readonly string[];
  /** Limits that it enforces; others are refused. */
  readonly limits: readonly (keyof AgentLimits)[];
  /** Throws a UserError if the program, or a key that it needs, is missing. */
  demand(programs: AgentPrograms): Promise<void>;
  /** For /bin/sh in the root of the workspace; the prompt is in "$HYDRA_REPORT_DIR/prompt.md". */
  command(model: string | null, task: AgentTask): string;
  read(ended: ProgramRan): ReadOutput;
};

const openAgent = (
  agent: CommandLineAgent,
  { programs, clock }: Pick<AgentTools, 'programs' | 'clock'>,
  model: string | null,
): Agent => ({
  name: model === null ? agent.id : `${agent.id}:${model}`,
  scripted: false,
  availability: ({ limits = {} }) =>
    checkAvailability(async () => {
      rejectUnenforceableLimits(agent.id, limits, agent.limits);
      await agent.demand(programs);
    }),
  async work({ task, workspace, record }) {
    const startedMs = clock.monotonicMs();
    const { prompt, limits = {} } = task;
    await record({ event: 'agent_started', agent: agent.id, model, prompt, limits });
    const ended = await programs.run({
      workspace,
      prompt,
      command: agent.command(model, task),
      env: programs.readEnvironment(agent.variables),
      network: true,
      timeoutMs: limits.wallMs ?? DEFAULT_WALL_MS,
    });
    const { events, ...read } = agent.read(ended);
    for (const event of events) {
      const text =
        'text' in event && typeof event.text === 'string'
          ? { text: capText(event.text, LONGEST_RECORDED).text }
          : {};
      await record({ ...event, ...text });
    }
    const result: AgentResult = { ...read, wallMs: clock.monotonicMs() - startedMs };
    await record({ event: 'agent_ended', ...result });
    return result;
  },
});

/** Named `ID` or `ID:MODEL`. */
export const commandLineAgent = (agent: CommandLineAgent): AgentKind => ({
  ...agent,
  usage: agent.id,
  needsModel: false,
  open: (tools, model) => openAgent(agent, tools, model),
});
