import type { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import { UserError } from '../errors/user-error.ts';

const WORDS: Readonly<Record<keyof AgentLimits, string>> = {
  steps: 'steps',
  tokens: 'tokens',
  costUsd: 'cost',
  wallMs: 'time',
  turnMs: 'the time of a turn',
  commandMs: 'the time of a command',
  observationChars: 'what its model sees',
};

/** A limit that the agent cannot enforce is an error, not silently ignored. */
export const rejectUnenforceableLimits = (
  agent: string,
  limits: Partial<AgentLimits>,
  keeps: readonly (keyof AgentLimits)[],
): void => {
  const asked = Object.entries(limits).flatMap(([name, limit]) =>
    limit === null || limit === undefined ? [] : [name as keyof AgentLimits],
  );
  const unenforceable = asked.find((name) => !keeps.includes(name));
  if (unenforceable === undefined) return;
  const can = keeps.map((name) => WORDS[name]).join(', ');
  throw new UserError(
    'agent-limit',
    `The agent ${agent} cannot be limited in ${WORDS[unenforceable]}.`,
    `It can be limited in: ${can}.`,
  );
};
