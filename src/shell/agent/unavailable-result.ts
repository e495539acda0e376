import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { missing } from '../../core/domain/measured.ts';

/** The result of an agent that could not be run: only the reason is known. */
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
