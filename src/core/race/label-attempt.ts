import type { AgentResult } from '../domain/agent/agent-run.ts';
import type { Provenance } from '../domain/candidate/candidate.ts';
import type { RaceLabel } from '../domain/race/race-request.ts';

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

/** A question that ends the last message, where no change was made: nobody could answer it. */
const endsWithQuestion = (answer: string): boolean => answer.trimEnd().endsWith('?');

export const labelAttempt = ({ ended, answer }: AgentResult, changedFiles: number): RaceLabel => {
  const label = LABELS[ended];
  if (label !== 'done' || changedFiles > 0) return label;
  return endsWithQuestion(answer) ? 'asked' : 'empty';
};

/** Why, in the agent's own words where it asked: its exit code says nothing about that. */
export const reasonOf = (label: RaceLabel, { ended, reason, answer }: AgentResult): string => {
  if (label === 'asked' && ended !== 'asked') return answer.trim().split('\n').at(-1) ?? '';
  return label === 'empty' ? '' : reason;
};

/** What gates are told about an attempt. Only one that ended by itself may be merged without force. */
export const statusOf = (label: RaceLabel, reason: string): Pick<Provenance, 'status' | 'ended'> => {
  if (label === 'done' || label === 'empty') return { status: 'completed' };
  const sentence = SENTENCES[label];
  const because = reason === '' ? '' : `: ${reason}`;
  const slow = label === 'timed-out' || label === 'over-budget' || label === 'stopped';
  return { status: slow ? 'timed_out' : 'failed', ended: `${sentence}${because}`.slice(0, 1000) };
};
