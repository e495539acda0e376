import { nameEntrants } from '../../core/race/name-entrants.ts';
import { readAgentSpec } from '../../core/agent/agent-spec.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import {
  type EarlyStop,
  type Entrant,
  type RaceLimits,
  RaceRequest,
} from '../../core/domain/race/race-request.ts';
import { requireSandbox } from '../agent/require-sandbox.ts';
import { resolveAgent } from '../agent/resolve-agent.ts';
import { UserError } from '../errors/user-error.ts';
import { requirePrograms, missingPrograms } from '../plan/missing-programs.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import type { Agent } from '../ports/agent.ts';
import type { RaceTools } from './race-tools.ts';
import { ownLimits } from './run-attempt.ts';

const MOST_ENTRANTS = 64;
const LONGEST_TASK = 100_000;
export const DEFAULT_TIMEOUT_MS = 1_800_000;
export const DEFAULT_IDLE_MS = 600_000;

export type RaceOptions = {
  /** The task, in words. */
  readonly task: string;
  /** Branch, tag or commit to start from; HEAD by default. */
  readonly base?: string;
  /** Specs: `claude`, `claude@opus`, `codex:2`, `builtin:PROVIDER:MODEL`, a name from `[agents]`. */
  readonly agents: readonly string[];
  /** Attempts of every agent whose spec has no number of its own. */
  readonly attempts?: number;
  readonly limits?: Partial<RaceLimits>;
  /** Agents at work at the same time; all by default. */
  readonly atOnce?: number;
  readonly earlyStop?: EarlyStop;
  readonly refine?: number;
  /** An agent that may combine the best candidates. */
  readonly synthesize?: string;
  /** The brief about the repository that agents get, as Markdown. */
  readonly brief?: string;
  readonly configFile?: string;
  /** Let agents work even if this machine has no sandbox for them. */
  readonly allowDegraded?: boolean;
};

export type PlannedRace = { readonly request: RaceRequest; readonly config: HydraConfig };

const checkTask = (task: string): string => {
  const text = task.trim();
  if (text === '')
    throw new UserError('race-task', 'The race has no task.', 'Give the task with -p TEXT or --task FILE.');
  if (text.length <= LONGEST_TASK) return text;
  throw new UserError('race-task', `The task has ${text.length} characters.`, `Use at most ${LONGEST_TASK}.`);
};

/** Reports all faults at once, so that users need not fix agents one by one. */
const requireAgents = async (
  entrants: readonly (readonly [string, Agent])[],
  limits: RaceLimits,
): Promise<void> => {
  const faults: UserError[] = [];
  for (const [, agent] of entrants) {
    const ready = await agent.availability({ limits: ownLimits(agent, limits) });
    if (!ready.available) faults.push(ready.why);
  }
  const [first] = faults;
  if (first === undefined) return;
  if (faults.length === 1) throw first;
  throw new UserError(
    'agents-unavailable',
    faults.map(({ message }) => message).join('\n      '),
    faults.map(({ hint }) => hint).join('\n      '),
  );
};

/** From the user's words to a frozen request; mistakes are reported before anything runs. */
export const planRace = async ({ tools, agents }: RaceTools, options: RaceOptions): Promise<PlannedRace> => {
  const task = checkTask(options.task);
  const base = await tools.repository.resolveBase(options.base ?? 'HEAD');
  const { config, plan } = await planEvaluation(tools, base, options.configFile);
  // Agents cost money: anything the evaluation lacks is reported before they start.
  requirePrograms(await missingPrograms(tools, plan, config));
  const named = nameEntrants(options.agents, options.attempts ?? 1);
  if (named.length === 0)
    throw new UserError('no-agents', 'The race has no agents.', 'Choose some: --agents claude,codex:2');
  if (named.length > MOST_ENTRANTS)
    throw new UserError(
      'too-many-agents',
      `${named.length} attempts are too many.`,
      `Use at most ${MOST_ENTRANTS}.`,
    );
  const limits: RaceLimits = {
    timeoutMs: DEFAULT_TIMEOUT_MS,
    idleMs: DEFAULT_IDLE_MS,
    tokens: null,
    usd: null,
    totalTokens: null,
    totalUsd: null,
    ...options.limits,
  };
  const synthesize = options.synthesize === undefined ? null : readAgentSpec(options.synthesize).name;
  const specs = new Set([...named.map(({ spec }) => spec), ...(synthesize === null ? [] : [synthesize])]);
  const resolved = new Map([...specs].map((spec) => [spec, resolveAgent(agents, spec, config.agents)]));
  await requireAgents([...resolved], limits);
  const workspaces = await tools.openWorkspaces({ environment: {}, copies: true, sandbox: config.sandbox });
  const noSandbox = requireSandbox(workspaces, options.allowDegraded === true);
  const entrants = named.map(({ name, spec }): Entrant => {
    const { network, variables, logins, permissions } = (resolved.get(spec) as Agent).allowed;
    return { name, agent: spec, allowed: { network, variables, logins, permissions } };
  });
  const request = RaceRequest.parse({
    task,
    base,
    entrants,
    limits,
    atOnce: options.atOnce ?? entrants.length,
    earlyStop: options.earlyStop ?? 'never',
    refine: options.refine ?? 0,
    synthesize,
    brief: options.brief ?? null,
    configFile: options.configFile ?? null,
    ...(options.allowDegraded === true ? { allowDegraded: true } : {}),
    ...(noSandbox === null ? {} : { noSandbox }),
  });
  return { request, config };
};
