import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import type { ProgramRan } from '../ports/agent-program.ts';

const NOT_FOUND = new Set([126, 127]);

/** How a program ended, as part of an agent's result. */
export const programEnding = (
  { ran, stderr }: ProgramRan,
  program: string,
): Pick<AgentResult, 'ended' | 'reason'> => {
  const printed = printableLine(stderr.text.slice(-2000).trim(), 300);
  const because = printed === '' ? '' : `: ${printed}`;
  if (ran.status === 'timed-out') return { ended: 'time', reason: 'the limit of time is used up' };
  if (ran.status === 'not-started') return { ended: 'unavailable', reason: ran.reason };
  if (ran.status === 'killed')
    return { ended: 'failed', reason: `${program} was killed by ${ran.signal}${because}` };
  if (ran.exitCode === 0) return { ended: 'finished', reason: `${program} ended` };
  return {
    ended: NOT_FOUND.has(ran.exitCode) ? 'unavailable' : 'failed',
    reason: `${program} ended with exit code ${ran.exitCode}${because}`,
  };
};
