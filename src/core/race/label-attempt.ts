import type { AgentResult } from '../domain/agent/agent-run.ts';
import type { Provenance } from '../domain/candidate/candidate.ts';
import type { RaceLabel, RaceLimits } from '../domain/race/race-request.ts';
import { overspent } from './watch-budget.ts';

const LABELS: Readonly<Record<AgentResult['ended'], RaceLabel>> = {
  finished: 'done',
  steps: 'over-budget',
  tokens: 'over-budget',
  cost: 'over-budget',
  time: 'timed-out',
  context: 'over-budget',
  failed: 'failed',
  asked: 'asked',
  stopped: 'stopped',
  unavailable: 'unavailable',
};

const SENTENCES: Readonly<Record<Exclude<RaceLabel, 'done'>, string>> = {
  empty: 'the agent changed nothing',
  asked: 'the agent asked a question',
  failed: 'the agent failed',
  'timed-out': 'the agent timed out',
  'over-budget': 'the agent used up its budget',
  stopped: 'the agent was stopped',
  unavailable: 'the agent could not work',
  lost: 'the agent was lost when the race was killed',
};

/** A question at the end of the last message, if no change was made: no person could answer it. */
const endsWithQuestion = (answer: string): boolean => answer.trimEnd().endsWith('?');

export const labelAttempt = ({ ended, answer }: AgentResult, changedFiles: number): RaceLabel => {
  const label = LABELS[ended];
  if (label !== 'done' || changedFiles > 0) return label;
  return endsWithQuestion(answer) ? 'asked' : 'empty';
};

/** Some agents report usage only at their end: too late to stop them, and not a reason to reject their change. */
const spentTooMuch = ({ usage, costUsd }: AgentResult, limits: RaceLimits): string => {
  const spent = {
    tokens: usage.known ? usage.value.total : null,
    usd: costUsd.known ? costUsd.value : null,
  };
  const over = overspent(limits, spent, []);
  if (over !== null) return `${over.reason}, which it reported too late to be stopped`;
  const limited = limits.usd !== null || limits.totalUsd !== null;
  return limited && !costUsd.known ? `no limit of cost held for it: ${costUsd.reason}` : '';
};

/** Why, in the agent's own words if it asked a question, which its exit code does not show. */
export const reasonOf = (label: RaceLabel, result: AgentResult, limits: RaceLimits): string => {
  const { ended, reason, answer } = result;
  if (label === 'asked' && ended !== 'asked') return answer.trim().split('\n').at(-1) ?? '';
  return label === 'empty' || label === 'done' ? spentTooMuch(result, limits) : reason;
};

/** An attempt's status for the gates. Only one that ended by itself may be merged without force. */
export const statusOf = (label: RaceLabel, reason: string): Pick<Provenance, 'status' | 'ended'> => {
  if (label === 'done' || label === 'empty') return { status: 'completed' };
  const sentence = SENTENCES[label];
  const because = reason === '' ? '' : `: ${reason}`;
  const slow = label === 'timed-out' || label === 'over-budget' || label === 'stopped';
  return { status: slow ? 'timed_out' : 'failed', ended: `${sentence}${because}`.slice(0, 1000) };
};
