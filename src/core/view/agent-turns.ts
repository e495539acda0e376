import type { RunEvent, TimedEvent } from '../domain/run/run-event.ts';
import type { AgentTurn } from '../domain/window/transcript-view.ts';

/** What an agent did, turn by turn, on the time axis of its trace. */
export const agentTurns = (events: readonly TimedEvent[]): AgentTurn[] => {
  const turns: AgentTurn[] = [];
  const began = Date.parse(events[0]?.time ?? '') || 0;
  const turnOf = (step: number, atMs: number): AgentTurn => {
    const known = turns.findLast((turn) => turn.step === step);
    if (known !== undefined) return known;
    const made: AgentTurn = {
      step,
      startMs: atMs,
      endMs: atMs,
      text: '',
      tokens: null,
      costUsd: null,
      calls: [],
    };
    turns.push(made);
    return made;
  };
  for (const timed of events) {
    const event = timed as RunEvent & TimedEvent;
    const atMs = Math.max(0, Date.parse(event.time) - began) || 0;
    if (event.event === 'model_turn') {
      const turn = turnOf(event.step, Math.max(0, atMs - (event.ms ?? 0)));
      turn.endMs = atMs;
      turn.text = event.text;
      if (event.usage?.known === true) {
        const { input, output, cached } = event.usage.value;
        turn.tokens = { input, output, cached };
      }
      turn.costUsd = event.costUsd?.known === true ? event.costUsd.value : null;
    } else if (event.event === 'tool_call') {
      const { id, name, input } = event;
      const call = { id, name, input, result: null, failed: null, startMs: atMs, endMs: null };
      turnOf(event.step, atMs).calls.push(call);
    } else if (event.event === 'tool_result') {
      const turn = turnOf(event.step, atMs);
      const call = turn.calls.findLast(({ id }) => id === event.id);
      turn.endMs = atMs;
      if (call === undefined) continue;
      [call.result, call.failed, call.endMs] = [event.text, event.failed, atMs];
      call.startMs = Math.min(call.startMs, atMs - (event.ms ?? 0));
    }
  }
  return turns;
};
