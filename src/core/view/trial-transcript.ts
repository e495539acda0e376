import type { RunEvent, TimedEvent } from '../domain/run/run-event.ts';
import type { Transcript } from '../domain/window/transcript-view.ts';
import { agentTurns } from './agent-turns.ts';

type Planned = Extract<RunEvent, { event: 'trial_started' }>;

const idOf = ({ task, configuration, trial, round }: Omit<Planned, 'event' | 'seed'>): string =>
  JSON.stringify([task, configuration, trial, round]);

/**
 * The events of one trial. Traces of earlier versions do not say which trial an event belongs to: then those count that
 * were written while no other trial was under way.
 */
const eventsOf = (events: readonly TimedEvent[], key: string): readonly (RunEvent & TimedEvent)[] => {
  let own: (RunEvent & TimedEvent)[] = [];
  const open = new Map<string, (RunEvent & TimedEvent)[]>();
  for (const timed of events) {
    const event = timed as RunEvent & TimedEvent;
    if (event.event === 'trial_started') open.set(idOf(event), []);
    // It runs again: what came before is of no trial.
    else if (event.event === 'trial_lost') open.set(idOf(event), []);
    else if (event.event === 'trial') {
      const seen = open.get(idOf(event.trial)) ?? [];
      open.delete(idOf(event.trial));
      if (event.key === key && !event.trial.cached) return own.length > 0 ? own : seen;
    } else if ('within' in event && event.within !== undefined) {
      if (event.within === key) own = event.event === 'agent_started' ? [event] : [...own, event];
    } else if (open.size === 1) for (const seen of open.values()) seen.push(event);
  }
  return own;
};

/** What the agent did in a trial, by the key of the trial; null: the trace does not say. */
export const trialTranscript = (events: readonly TimedEvent[], key: string): Transcript | null => {
  const own = eventsOf(events, key);
  const transcript: Transcript = {
    prompt: null,
    system: null,
    model: null,
    turns: agentTurns(own),
    output: null,
    ended: null,
    judged: [],
  };
  for (const event of own) {
    if (event.event === 'agent_started') {
      transcript.prompt = event.prompt;
      transcript.system = event.system ?? null;
      transcript.model = event.model ?? null;
    } else if (event.event === 'agent_output')
      transcript.output = { stdout: event.stdout.text, stderr: event.stderr.text };
    else if (event.event === 'agent_ended') transcript.ended = { how: event.ended, reason: event.reason };
    else if (event.event === 'judge_vote' && event.rationale != null && event.rationale !== '')
      transcript.judged.push({ rationale: event.rationale });
  }
  return own.length === 0 ? null : transcript;
};
