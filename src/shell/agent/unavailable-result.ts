import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { missing } from '../../core/domain/measured.ts';

/** Of an agent that could not be run: nothing of it is known but why. */
export const unavailableResult = (model: string, reason: string, wallMs = 0): AgentResult => {
  const none = missing('infrastructure', reason);
  return {
    model,
    ended: 'unavailable',
    reason,
    steps: none,
    toolCalls: none,
    invalidCalls: none,
    usage: none,
    costUsd: none,
    wallMs,
    answer: '',
  };
};
