import type { AgentDefinitions } from '../../core/domain/agent/agent-definition.ts';
import type { JudgedChange } from '../../core/judge/judge-prompt.ts';
import type { Criterion } from '../../core/judge/rubric.ts';
import { resolveOneAgent } from '../../shell/agent/resolve-agent.ts';
import { assessHumanLike, type HumanLikeAssessment } from '../../shell/judge/assess-human-like.ts';
import type { JudgeBench } from '../../shell/judge/ask-judge.ts';
import { comparePair as compare, type PairAssessment } from '../../shell/judge/compare-pair.ts';
import { judgeByRubric, type RubricAssessment } from '../../shell/judge/judge-by-rubric.ts';
import { seatJudge } from '../../shell/judge/seat-judge.ts';
import type { AgentErrand, AgentTask } from '../../shell/ports/agent.ts';
import type { LanguageModel } from '../../shell/ports/models.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import { type AgentWork, workOnBase } from '../../shell/agent/work-on-base.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openAgentTools, openTools, signalOf } from '../wiring/wiring.ts';

/** `record` gets every event of the trace, in order; `signal` ends the work with an AbortError. */
type Traced = { readonly record?: (event: RunEvent) => Promise<void>; readonly signal?: AbortSignal };

export type AgentOptions = AgentTask &
  Traced &
  Partial<Pick<AgentErrand, 'commands' | 'mock'>> & {
    readonly repo?: string;
    readonly base: string;
    /** `builtin:PROVIDER:MODEL`, `claude`, or a name from `agents`. */
    readonly agent: string;
    readonly agents?: AgentDefinitions;
    /** Let the agent work even if this machine has no sandbox for it. */
    readonly allowDegraded?: boolean;
  };

/** Opens a model by name; a problem with the name, its key or its program is an error before anything runs. */
export const resolveModel = async (name: string): Promise<LanguageModel> =>
  (await openAgentTools()).models.open(name);

export const runAgentIn = async (session: Session, options: AgentOptions): Promise<AgentWork> => {
  const { repo = '.', base, agent, agents, commands, mock, record, signal, allowDegraded, ...task } = options;
  const resolved = resolveOneAgent(await openAgentTools(signalOf(session, signal)), agent, agents, '');
  return workOnBase(await openTools(session, repo, signal), {
    base,
    agent: resolved,
    task,
    ...(mock === undefined ? {} : { mock }),
    ...(allowDegraded === undefined ? {} : { allowDegraded }),
    ...(commands === undefined ? {} : { commands }),
    ...(record === undefined ? {} : { record }),
  });
};

/** Lets an agent work on a copy of the base; returns its change and what that cost. */
export const runAgent = (options: AgentOptions): Promise<AgentWork> =>
  withSession((session) => runAgentIn(session, options));

const openBench = async (model: string, { record, signal }: Traced): Promise<JudgeBench> =>
  seatJudge(await openAgentTools(signal), model, record);

/**
 * Three reviewers on one change: the mean and median of their valid votes, or why there is none. `model`: `auto` for
 * whichever of Anthropic and `claude` is available. A judge that fails, or has no key, is a reason, not an exception.
 */
export const judgeChange = async (
  model: string,
  change: JudgedChange,
  traced: Traced = {},
): Promise<HumanLikeAssessment> => assessHumanLike(await openBench(model, traced), change);

/** One reviewer on one change, by criteria of your own. */
export const judgeRubric = async (
  model: string,
  change: JudgedChange,
  rubric: readonly Criterion[],
  traced: Traced = {},
): Promise<RubricAssessment> => judgeByRubric(await openBench(model, traced), change, rubric);

/** The same three reviewers on which of two changes is better, in both orders. */
export const comparePair = async (
  model: string,
  issue: string,
  pair: readonly [Omit<JudgedChange, 'issue'>, Omit<JudgedChange, 'issue'>],
  traced: Traced = {},
): Promise<PairAssessment> => compare(await openBench(model, traced), issue, pair);
