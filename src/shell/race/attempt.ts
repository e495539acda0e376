import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { type Candidate, Provenance } from '../../core/domain/candidate/candidate.ts';
import type { RaceLabel } from '../../core/domain/race/race-request.ts';
import type { RunEvent, UnknownEvent } from '../../core/domain/run/run-event.ts';
import { sortAttempts } from '../../core/race/sort-attempts.ts';
import { statusOf } from '../../core/race/label-attempt.ts';
import type { OpenRun } from '../ports/run-store.ts';

/** One attempt that is over, however it ended. */
export type RaceAttempt = Omit<Extract<RunEvent, { event: 'agent_done' }>, 'event'>;

/** The result of every attempt in a trace, in the order of their start. */
export const attemptsIn = (events: readonly (RunEvent | UnknownEvent)[]): readonly RaceAttempt[] => {
  const attempts = new Map<string, RaceAttempt>();
  const order: string[] = [];
  for (const event of events) {
    if (event.event === 'race_started') order.push(...event.entrants.map(({ name }) => name));
    if (event.event === 'agent_at_work') order.push(event.agent);
    if (event.event !== 'agent_done') continue;
    const { agent, spec, round, label, reason, files, sha256, tree, result } = event;
    attempts.set(agent, { agent, spec, round, label, reason, files, sha256, tree, result });
  }
  return sortAttempts(attempts.values(), [...new Set(order)]);
};

const provenanceOf = (
  label: RaceLabel,
  reason: string,
  spec: string,
  result: AgentResult | null,
): Provenance =>
  Provenance.parse({
    ...statusOf(label, reason),
    author: spec,
    ...(result === null ? {} : { duration_ms: result.wallMs }),
    ...(result?.usage.known ? { tokens: result.usage.value.total } : {}),
    ...(result?.costUsd.known ? { usd: result.costUsd.value } : {}),
  });

/** An attempt as a candidate: its stored patch, and how it was made. */
export const candidateOf = (run: Pick<OpenRun, 'patchFile'>, attempt: RaceAttempt): Candidate => ({
  name: attempt.agent,
  source: { kind: 'patch', at: run.patchFile(attempt.agent) },
  provenance: provenanceOf(attempt.label, attempt.reason, attempt.spec, attempt.result),
});
