import { capText } from '../../core/agent/cap-text.ts';
import { claudeCost, claudeModel, claudeUsage } from '../../core/agent/claude-result.ts';
import { type ClaudeStream, readClaudeStream } from '../../core/agent/read-claude-stream.ts';
import { shellQuote } from '../../core/domain/check/shell-quote.ts';
import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import { measured, missing } from '../../core/domain/measured.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import type { Agent, AgentTask } from '../ports/agent.ts';
import type { AgentPrograms, ProgramRan } from '../ports/agent-program.ts';
import { UserError } from '../errors/user-error.ts';
import { askWhether } from './builtin-agent.ts';
import { rejectUnenforceableLimits } from './reject-unenforceable-limits.ts';
import { endingOf, type ProgramNeeds } from './program-agent.ts';

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
const SETTINGS = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'API_TIMEOUT_MS'];
const DEFAULT_WALL_MS = 1_800_000;
const KEEPS = ['steps', 'costUsd', 'wallMs'] as const;
const LONGEST_RECORDED = 20_000;

const checkAvailable = async (programs: AgentPrograms, limits: Partial<AgentLimits>): Promise<void> => {
  rejectUnenforceableLimits('claude', limits, KEEPS);
  if (!(await programs.has('claude')))
    throw new UserError(
      'claude-missing',
      'The agent claude needs the program `claude`, which is not on the PATH.',
      'Install Claude Code, or choose another agent.',
    );
  if (Object.keys(programs.readEnvironment(KEYS)).length === 0)
    throw new UserError(
      'model-key-missing',
      `The agent claude has no access to your home folder, and none of ${KEYS.join(', ')} is set.`,
      'Set one of them; `claude setup-token` creates a token from a subscription.',
    );
};

/** Inside our sandbox it needs no permission prompts. */
const commandFor = (model: string | null, { instructions, system, limits = {} }: AgentTask): string => {
  const options: readonly (readonly [string, string | number | null | undefined])[] = [
    ['--model', model],
    ['--max-turns', limits.steps],
    ['--max-budget-usd', limits.costUsd],
    ['--system-prompt', system],
    ['--append-system-prompt', instructions],
  ];
  const words = options.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [name, shellQuote(String(value))],
  );
  return [
    'exec claude -p --output-format stream-json --verbose --dangerously-skip-permissions',
    ...words,
    '< "$HYDRA_REPORT_DIR/prompt.md"',
  ].join(' ');
};

const BUDGET_ENDS: Readonly<Record<string, 'steps' | 'cost'>> = {
  error_max_turns: 'steps',
  error_max_budget_usd: 'cost',
};

const howItEnded = (ended: ProgramRan, { result }: ClaudeStream): Pick<AgentResult, 'ended' | 'reason'> => {
  if (ended.ran.status !== 'exited') return endingOf(ended, 'claude');
  if (result === null) {
    const { ended: how, reason } = endingOf(ended, 'claude');
    return { ended: how === 'finished' ? 'unavailable' : how, reason: `${reason}, and printed no result` };
  }
  const budget = Object.hasOwn(BUDGET_ENDS, result.subtype) ? BUDGET_ENDS[result.subtype] : undefined;
  if (budget !== undefined) return { ended: budget, reason: `the limit of ${budget} is used up` };
  return result.is_error || result.subtype !== 'success'
    ? { ended: 'unavailable', reason: `claude says: ${printableLine(result.result || result.subtype, 300)}` }
    : { ended: 'finished', reason: 'claude ended' };
};

const resultOf = (ended: ProgramRan, stream: ClaudeStream, wallMs: number): AgentResult => {
  const { result, steps, toolCalls } = stream;
  const cut = missing('infrastructure', 'claude printed more than is kept');
  const none = missing('infrastructure', 'claude printed no result');
  const whole = ended.stdout.leftOutBytes === 0;
  return {
    model: (result === null ? null : claudeModel(result)) ?? 'claude',
    ...howItEnded(ended, stream),
    steps: whole ? measured(steps) : cut,
    toolCalls: whole ? measured(toolCalls) : cut,
    invalidCalls: missing('not-configured', 'claude does not say which of its calls were wrong'),
    usage: result === null ? none : claudeUsage(result),
    costUsd: result === null ? none : claudeCost(result),
    wallMs,
    answer: result?.result ?? '',
  };
};

/** Claude Code as an agent: `claude`, or `claude:MODEL`. */
export const claudeAgent = ({ programs, clock }: ProgramNeeds, model: string | null): Agent => ({
  name: model === null ? 'claude' : `claude:${model}`,
  scripted: false,
  availability: ({ limits = {} }) => askWhether(() => checkAvailable(programs, limits)),
  async work({ task, workspace, record }) {
    const startedMs = clock.monotonicMs();
    await record({
      event: 'agent_started',
      agent: 'claude',
      model,
      prompt: task.prompt,
      limits: task.limits ?? {},
    });
    const ended = await programs.run({
      workspace,
      prompt: task.prompt,
      command: commandFor(model, task),
      env: programs.readEnvironment([...KEYS, ...SETTINGS]),
      network: true,
      timeoutMs: task.limits?.wallMs ?? DEFAULT_WALL_MS,
    });
    const stream = readClaudeStream(ended.stdout.text);
    for (const event of stream.events) {
      const text = 'text' in event ? { text: capText(event.text, LONGEST_RECORDED).text } : {};
      await record({ ...event, ...text });
    }
    const result = resultOf(ended, stream, clock.monotonicMs() - startedMs);
    await record({ event: 'agent_ended', ...result });
    return result;
  },
});
