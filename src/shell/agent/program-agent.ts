import { agentCommand } from '../../core/agent/shell-command.ts';
import { type ReportedUsage, readUsageReport } from '../../core/agent/read-usage-report.ts';
import type { AgentDefinition } from '../../core/domain/agent/agent-definition.ts';
import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { missing } from '../../core/domain/measured.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import type { Agent, AgentErrand, AgentProgress, AgentStop, AgentTask } from '../ports/agent.ts';
import type { AgentPrograms, ProgramRan } from '../ports/agent-program.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import { UserError } from '../errors/user-error.ts';
import { checkAvailability } from './check-availability.ts';
import { programEnding } from './program-ending.ts';
import { rejectUnenforceableLimits } from './reject-unenforceable-limits.ts';

/** Linux limits one argument of a command line to this length. */
const LONGEST_PROMPT = 100_000;
const DEFAULT_WALL_MS = 1_800_000;
const KEEPS = ['wallMs'] as const;

const requireProgram = async (programs: AgentPrograms, name: string, program: string): Promise<void> => {
  if (await programs.has(program)) return;
  throw new UserError(
    'agent-program',
    `The agent ${name} needs the program ${JSON.stringify(program.slice(0, 200))}, which is not on the PATH.`,
    'Install it, or fix its command in [agents].',
  );
};

const requireVariables = (programs: AgentPrograms, name: string, { env }: AgentDefinition): void => {
  const set = programs.readEnvironment(env);
  const absent = env.find((variable) => !Object.hasOwn(set, variable));
  if (absent === undefined) return;
  throw new UserError(
    'agent-variable',
    `The agent ${name} needs the variable ${absent}, which is not set.`,
    'Set it, or remove it from env in [agents].',
  );
};

const rejectLongPrompt = (name: string, { command }: AgentDefinition, { prompt }: AgentTask): void => {
  if (prompt.length <= LONGEST_PROMPT || !command.some((word) => word.includes('{prompt}'))) return;
  throw new UserError(
    'agent-prompt',
    `The task is too long to be an argument of the agent ${name}.`,
    'Use {prompt_file} instead of {prompt} in its command.',
  );
};

const NOTHING_USED = readUsageReport('');

const progressOf = (action: string, { steps, toolCalls, usage, costUsd }: ReportedUsage): AgentProgress => ({
  action,
  steps: steps.known ? steps.value : 0,
  toolCalls: toolCalls.known ? toolCalls.value : 0,
  tokens: usage.known ? usage.value.total : null,
  costUsd: costUsd.known ? costUsd.value : null,
});
const LONGEST_ACTION = 300;

const says = ({ usage, costUsd }: ReportedUsage): boolean => usage.known || costUsd.known;

/** A program's output and reports, as its progress. While a file is half written, the previous values hold. */
const watchUsage = (onProgress: AgentErrand['onProgress']) => {
  let [action, used] = ['', NOTHING_USED];
  const report = (): void => onProgress?.(progressOf(action, used));
  return {
    onLine: (line: string): void => {
      action = line.trim() === '' ? action : line.slice(0, LONGEST_ACTION);
      report();
    },
    onUsage: (text: string): void => {
      const read = readUsageReport(text);
      used = says(read) ? read : used;
      report();
    },
    /** A program that is stopped while it writes leaves half a file. */
    atEnd: (text: string): ReportedUsage => {
      const read = readUsageReport(text);
      return says(read) || !says(used) ? read : used;
    },
  };
};

const howItEnded = (
  ended: ProgramRan,
  program: string,
  stop: AbortSignal | undefined,
  idleMs: number | undefined,
): Pick<AgentResult, 'ended' | 'reason'> => {
  if (ended.stopped === 'asked') return stop?.reason as AgentStop;
  if (ended.stopped === 'idle')
    return { ended: 'time', reason: `it did nothing for ${Math.round((idleMs ?? 0) / 1000)} seconds` };
  return programEnding(ended, program);
};

/** Any program that changes the folder it is started in: `[agents.NAME]`. */
export const programAgent = (
  { programs, clock }: Pick<AgentTools, 'programs' | 'clock'>,
  name: string,
  definition: AgentDefinition,
): Agent => {
  const [program = ''] = definition.command;
  return {
    name,
    scripted: false,
    allowed: {
      network: definition.network,
      variables: definition.env,
      logins: [],
      permissions: 'whatever its command does',
    },
    keeps: KEEPS,
    reports: null,
    availability: ({ limits = {} }) =>
      checkAvailability(async () => {
        rejectUnenforceableLimits(name, limits, KEEPS);
        await requireProgram(programs, name, program);
        requireVariables(programs, name, definition);
      }),
    async work({ task, workspace, record, onProgress, stop, idleMs }) {
      rejectLongPrompt(name, definition, task);
      const startedMs = clock.monotonicMs();
      const timeoutMs = task.limits?.wallMs ?? DEFAULT_WALL_MS;
      const { prompt } = task;
      await record({ event: 'agent_started', agent: name, prompt, limits: { wallMs: timeoutMs } });
      const watch = watchUsage(onProgress);
      const ended = await programs.run({
        workspace,
        prompt,
        command: agentCommand(definition.command, prompt),
        env: programs.readEnvironment(definition.env),
        network: definition.network,
        timeoutMs,
        onLine: watch.onLine,
        onUsage: watch.onUsage,
        ...(stop === undefined ? {} : { stop }),
        ...(idleMs === undefined ? {} : { idleMs }),
      });
      const { model, ...known } = watch.atEnd(ended.usage);
      const result: AgentResult = {
        model: model ?? name,
        ...howItEnded(ended, program, stop, idleMs),
        ...known,
        invalidCalls: missing('not-configured', 'a program does not report which of its calls were wrong'),
        wallMs: clock.monotonicMs() - startedMs,
        answer: printableLine(ended.stdout.text.slice(-2000).trim(), 2000),
      };
      await record({ event: 'agent_output', stdout: ended.stdout, stderr: ended.stderr });
      await record({ event: 'agent_ended', ...result });
      return result;
    },
  };
};
