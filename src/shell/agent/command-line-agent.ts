import { type AgentAccount, NOTHING_SAID, takeSaying } from '../../core/agent/agent-account.ts';
import type { AgentProgram } from '../../core/agent/agent-program.ts';
import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { measured, missing, type Measured } from '../../core/domain/measured.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import { UserError } from '../errors/user-error.ts';
import type { Agent, AgentErrand, AgentProgress } from '../ports/agent.ts';
import type { AgentPrograms } from '../ports/agent-program.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { AgentKind } from './agent-kind.ts';
import { checkAvailability } from './check-availability.ts';
import { commandLineEnding } from './command-line-ending.ts';
import { rejectUnenforceableLimits } from './reject-unenforceable-limits.ts';

const DEFAULT_WALL_MS = 1_800_000;
/** Lines of standard error that are searched for a login error. */
const LONGEST_SEARCHED = 64 * 1024;

const requireProgramAndLogin = async (
  { id, program, install, keys, logins, logIn }: AgentProgram,
  programs: AgentPrograms,
) => {
  if (!(await programs.has(program)))
    throw new UserError(
      'agent-program',
      `The agent ${id} needs the program \`${program}\`, which is not on the PATH.`,
      `Install it (${install}), or choose another agent.`,
    );
  if (keys.length === 0 && logins.length === 0) return;
  const set = Object.keys(programs.readEnvironment(keys)).length > 0;
  if (set || (await programs.findLogins(logins)).length > 0) return;
  throw new UserError(
    'agent-login',
    `The agent ${id} is not logged in: none of ${keys.join(', ')} is set, and it has no login in your home folder.`,
    logIn,
  );
};

/** Adds up what an agent prints while it works. */
const openAccount = (
  program: AgentProgram,
  { record, onProgress }: Pick<AgentErrand, 'record' | 'onProgress'>,
  price: (account: AgentAccount) => Promise<Measured<number>>,
) => {
  let account = NOTHING_SAID;
  let priced: { readonly tokens: number; readonly usd: number | null } = { tokens: 0, usd: null };
  /** Unreported cost is priced as it goes: a cost limit must hold while the agent works. */
  const report = (): void => {
    const tokens = account.usage?.total ?? 0;
    const needsPrice = account.costUsd === undefined && onProgress !== undefined && tokens !== priced.tokens;
    onProgress?.(progressOf(account, priced.usd));
    if (!needsPrice) return;
    priced = { ...priced, tokens };
    void price(account).then(
      (cost) => {
        if (!cost.known || tokens !== priced.tokens) return;
        priced = { tokens, usd: cost.value };
        onProgress(progressOf(account, cost.value));
      },
      () => undefined,
    );
  };
  let written: Promise<void> = Promise.resolve();
  const write = (event: RunEvent): void => {
    written = written.then(() => record(event));
    written.catch(() => undefined);
  };
  const searchLogin = (text: string): void => {
    const found = account.login === null && program.notLoggedIn.some((pattern) => pattern.test(text));
    if (found) account = takeSaying(account, { says: 'login', text }).account;
  };
  return {
    onLine: (line: string): void => {
      for (const saying of program.readLine(line)) {
        const taken = takeSaying(account, saying);
        account = taken.account;
        taken.events.forEach(write);
        if (saying.says === 'error') searchLogin(saying.text);
      }
      if (!line.trimStart().startsWith('{')) searchLogin(line.slice(0, LONGEST_SEARCHED));
      report();
    },
    searchLogin,
    read: () => account,
    written: () => written,
  };
};

const progressOf = (
  { lastAction, steps, toolCalls, usage, costUsd }: AgentAccount,
  priced: number | null,
): AgentProgress => ({
  action: lastAction,
  steps,
  toolCalls,
  tokens: usage?.total ?? null,
  costUsd: costUsd ?? priced,
});

/** One unknown part makes the sum unknown. */
const sumOf = (parts: readonly Measured<number>[]): Measured<number> =>
  parts.reduce((sum, part) =>
    sum.known && part.known ? measured(sum.value + part.value) : sum.known ? part : sum,
  );

const costOf = async (
  programs: AgentPrograms,
  { id }: AgentProgram,
  { costUsd, usage, usageByModel, models }: AgentAccount,
  model: string | null,
): Promise<Measured<number>> => {
  if (costUsd !== undefined) return measured(costUsd);
  const parts = [...usageByModel];
  if (parts.length > 0 && parts.reduce((sum, [, { total }]) => sum + total, 0) === usage?.total)
    return sumOf(await Promise.all(parts.map(([name, part]) => programs.priceOf(name, part))));
  const [used] = models.length === 1 ? models : [model];
  if (usage === undefined || used === null || used === undefined)
    return missing('infrastructure', `${id} did not report its cost`);
  return programs.priceOf(used, usage);
};

const accountResult = (
  { id }: AgentProgram,
  { models, steps, toolCalls, usage, end, lastText }: AgentAccount,
  model: string | null,
): Omit<AgentResult, 'ended' | 'reason' | 'costUsd' | 'wallMs'> => ({
  model: (models.length === 1 ? models[0] : undefined) ?? model ?? id,
  steps: measured(steps),
  toolCalls: measured(toolCalls),
  invalidCalls: missing('not-configured', `${id} does not report which of its calls were wrong`),
  usage:
    usage === undefined ? missing('infrastructure', `${id} did not report its token usage`) : measured(usage),
  answer: end?.answer || lastText,
});

const openAgent = (
  program: AgentProgram,
  { programs, clock }: Pick<AgentTools, 'programs' | 'clock'>,
  model: string | null,
): Agent => ({
  name: model === null ? program.id : `${program.id}@${model}`,
  scripted: false,
  allowed: {
    network: true,
    variables: [...program.keys, ...program.settings],
    logins: program.logins,
    permissions: program.permissions,
  },
  keeps: program.limits,
  reports: program.reports,
  availability: ({ limits = {} }) =>
    checkAvailability(async () => {
      rejectUnenforceableLimits(program.id, limits, program.limits);
      await requireProgramAndLogin(program, programs);
    }),
  async work({ task, workspace, record, onProgress, stop, idleMs }) {
    const startedMs = clock.monotonicMs();
    const { prompt, limits = {} } = task;
    await record({ event: 'agent_started', agent: program.id, model, prompt, limits });
    const account = openAccount(
      program,
      { record, ...(onProgress === undefined ? {} : { onProgress }) },
      (soFar) => costOf(programs, program, soFar, model),
    );
    const ran = await programs.run({
      workspace,
      prompt,
      command: program.command(model, task),
      env: { ...program.variables, ...programs.readEnvironment([...program.keys, ...program.settings]) },
      network: true,
      timeoutMs: limits.wallMs ?? DEFAULT_WALL_MS,
      logins: program.logins,
      renews: program.renews,
      onLine: account.onLine,
      ...(stop === undefined ? {} : { stop }),
      ...(idleMs === undefined ? {} : { idleMs }),
    });
    for (const text of ran.notes) await record({ event: 'note', text: `${program.id}: ${text}` });
    account.searchLogin(ran.stderr.text.slice(-LONGEST_SEARCHED));
    await account.written();
    const reported = account.read();
    const result: AgentResult = {
      ...accountResult(program, reported, model),
      ...commandLineEnding(program, ran, reported, {
        ...(stop === undefined ? {} : { stop }),
        ...(idleMs === undefined ? {} : { idleMs }),
      }),
      costUsd: await costOf(programs, program, reported, model),
      wallMs: clock.monotonicMs() - startedMs,
    };
    await record({ event: 'agent_ended', ...result });
    return result;
  },
});

/** Named `ID` or `ID@MODEL`. */
export const commandLineAgent = (program: AgentProgram): AgentKind => ({
  id: program.id,
  usage: program.id,
  needsModel: false,
  obeys: program.obeys,
  recordedAs: program.id === 'claude' ? 'claude' : 'command',
  version: null,
  open: (tools, model) => openAgent(program, tools, model),
});
