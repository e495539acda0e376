import type { AgentAccount } from '../../core/agent/agent-account.ts';
import type { AgentProgram } from '../../core/agent/agent-program.ts';
import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import type { AgentErrand, AgentStop } from '../ports/agent.ts';
import type { ProgramRan } from '../ports/agent-program.ts';
import { programEnding } from './program-ending.ts';

const LONGEST_REASON = 300;

const stopReason = (stop: AbortSignal | undefined): AgentStop => {
  const reason: unknown = stop?.reason;
  return typeof reason === 'object' && reason !== null && 'ended' in reason
    ? (reason as AgentStop)
    : { ended: 'stopped', reason: 'it was stopped' };
};

/** How they report that the conversation is longer than their model can read. */
const TOO_LONG = /prompt is too long|context (?:length|window|limit)|maximum context/i;

type Ending = Pick<AgentResult, 'ended' | 'reason'>;

/** How it ended, by its output; its exit code counts if the output does not show it. */
const howItEnded = (
  { id }: AgentProgram,
  ran: ProgramRan,
  { end, login, error, question, steps, toolCalls }: AgentAccount,
  { stop, idleMs }: Pick<AgentErrand, 'stop' | 'idleMs'>,
): Ending => {
  const plain = programEnding(ran, id);
  if (ran.stopped === 'asked') return stopReason(stop);
  if (ran.stopped === 'idle')
    return { ended: 'time', reason: `it did nothing for ${Math.round((idleMs ?? 0) / 1000)} seconds` };
  if (end?.budget !== undefined)
    return { ended: end.budget, reason: `the limit of ${end.budget} is used up` };
  // Some end as if they had succeeded, and some try again until their time is over.
  const silent = steps === 0 && toolCalls === 0;
  const failed = end === null ? plain.ended !== 'finished' || silent : !end.ok;
  if (failed && login !== null)
    return {
      ended: 'unavailable',
      reason: `${id} is not logged in: ${printableLine(login, LONGEST_REASON)}`,
    };
  if (plain.ended === 'time') return plain;
  if (question !== null)
    return { ended: 'asked', reason: `it asks: ${printableLine(question, LONGEST_REASON)}` };
  if (end !== null && end.ok && plain.ended === 'finished')
    return { ended: 'finished', reason: `${id} ended` };
  if (failed && TOO_LONG.test(end?.answer || error || ''))
    return {
      ended: 'context',
      reason: `${id} says: ${printableLine(end?.answer || error || '', LONGEST_REASON)}`,
    };
  if (failed && (end !== null || error !== null))
    return {
      ended: 'unavailable',
      reason: `${id} says: ${printableLine(end?.answer || error || 'it failed', LONGEST_REASON)}`,
    };
  return plain;
};

/** Agents whose output has no end mark show only by their exit code that they are done. */
const withoutEnd = (ending: Ending, { read }: AgentProgram, account: AgentAccount, ran: ProgramRan): Ending =>
  ending.ended === 'finished' &&
  account.end === null &&
  ran.stdout.leftOutBytes === 0 &&
  read.recorded &&
  account.steps === 0 &&
  account.toolCalls === 0
    ? { ended: 'unavailable', reason: `${ending.reason}, and printed no result` }
    : ending;

/** How it ended, by its output, by what we did to it, and by its exit code. */
export const commandLineEnding = (
  program: AgentProgram,
  ran: ProgramRan,
  account: AgentAccount,
  errand: Pick<AgentErrand, 'stop' | 'idleMs'>,
): Ending => withoutEnd(howItEnded(program, ran, account, errand), program, account, ran);
