import type { RunEvent, TimedEvent } from '../domain/run/run-event.ts';
import { checkVerdict, endedCheck } from '../report/run/check-verdict.ts';
import type { FeedEvent, TimeSpan, TimeView } from '../domain/window/timeline-view.ts';

type Changed = FeedEvent['spans'];
type Ended = Pick<TimeSpan, 'kind' | 'state' | 'detail'> & { readonly atMs: number; readonly tookMs: number };

const ENDS = new Set(['run_finished', 'run_failed', 'run_aborted']);
const AGENT = 'agent';
const STOPPED: ReadonlySet<string> = new Set(['timed-out', 'over-budget', 'stopped', 'lost']);

/** What each lane does and since when, kept while a trace is read. */
class Lanes {
  readonly #lanes = new Map<string, Map<string, TimeSpan>>();
  readonly #open = new Map<string, { readonly lane: string; readonly key: string }>();

  spansOf(lane: string): Map<string, TimeSpan> {
    const known = this.#lanes.get(lane) ?? new Map<string, TimeSpan>();
    this.#lanes.set(lane, known);
    return known;
  }

  #put(lane: string, span: TimeSpan): Changed {
    this.spansOf(lane).set(span.key, span);
    return [{ lane, span }];
  }

  start(lane: string, check: string, kind: TimeSpan['kind'], startMs: number): Changed {
    const key = `${lane}/${check}/${this.spansOf(lane).size}`;
    this.#open.set(`${lane}/${check}`, { lane, key });
    return this.#put(lane, { key, check, kind, startMs, endMs: null, state: 'running', detail: null });
  }

  /** If the start was not seen, it is the end minus the duration. */
  end(lane: string, check: string, { atMs, tookMs, ...ended }: Ended): Changed {
    const started = this.#open.get(`${lane}/${check}`);
    this.#open.delete(`${lane}/${check}`);
    const key = started?.key ?? `${lane}/${check}/${this.spansOf(lane).size}`;
    const startMs = this.spansOf(lane).get(key)?.startMs ?? Math.max(0, atMs - tookMs);
    return this.#put(lane, { key, check, startMs, endMs: atMs, ...ended });
  }

  /** Work in progress shows its current step. */
  tell(lane: string, check: string, detail: string): Changed {
    const started = this.#open.get(`${lane}/${check}`);
    const span = started === undefined ? undefined : this.spansOf(lane).get(started.key);
    return span === undefined ? [] : this.#put(lane, { ...span, detail });
  }

  stopAll(atMs: number): Changed {
    const changed = [...this.#open.values()].flatMap(({ lane, key }) => {
      const span = this.spansOf(lane).get(key);
      return span === undefined ? [] : this.#put(lane, { ...span, endMs: atMs, state: 'stopped' });
    });
    this.#open.clear();
    return changed;
  }

  /** The lane of the agent that is at work. */
  agentLane(): string {
    return [...this.#open.values()].find(({ key }) => key.includes(`/${AGENT}/`))?.lane ?? AGENT;
  }

  read(): TimeView['lanes'] {
    return [...this.#lanes].map(([name, spans]) => ({ name, spans: [...spans.values()] }));
  }
}

const endOfCheck = (lanes: Lanes, event: RunEvent, atMs: number): Changed | null => {
  const ended = endedCheck(event);
  if (ended === null) return null;
  const { state, text } = checkVerdict(ended);
  const { outcome, reused } = ended;
  return ended.owners.flatMap((owner) =>
    lanes.end(owner, ended.check, {
      kind: event.event === 'install' ? 'install' : 'check',
      state: reused && state === 'passed' ? 'reused' : state,
      detail: text,
      atMs,
      tookMs: reused || outcome.status === 'not-started' ? 0 : outcome.durationMs,
    }),
  );
};

const endOfTrial = (
  lanes: Lanes,
  { trial: ran }: Extract<RunEvent, { event: 'trial' }>,
  atMs: number,
): Changed => {
  const { configuration, task, trial, status, reason, cost, cached } = ran;
  return lanes.end(configuration, `${task} ${trial + 1}`, {
    kind: 'trial',
    state: cached ? 'reused' : status === 'completed' ? 'passed' : 'failed',
    detail: reason === '' ? status : `${status}: ${reason}`,
    atMs,
    tookMs: cost.wall_clock_ms ?? 0,
  });
};

const changeOf = (lanes: Lanes, event: RunEvent, atMs: number): Changed => {
  const ended = endOfCheck(lanes, event, atMs);
  if (ended !== null) return ended;
  switch (event.event) {
    case 'field':
      for (const owner of event.owners) lanes.spansOf(owner);
      return [];
    case 'check_started':
      return event.owners.flatMap((owner) => lanes.start(owner, event.check, 'check', atMs));
    case 'trial_started':
      return lanes.start(event.configuration, `${event.task} ${event.trial + 1}`, 'trial', atMs);
    case 'trial':
      return endOfTrial(lanes, event, atMs);
    case 'race_started':
      for (const { name } of event.entrants) lanes.spansOf(name);
      return [];
    case 'agent_at_work':
      return lanes.start(event.agent, AGENT, 'agent', atMs);
    case 'agent_progress':
      return lanes.tell(event.agent, AGENT, event.action);
    case 'agent_done':
      return lanes.end(event.agent, AGENT, {
        kind: 'agent',
        state: event.label === 'done' ? 'passed' : STOPPED.has(event.label) ? 'stopped' : 'failed',
        detail: event.reason === '' ? event.label : `${event.label}: ${event.reason}`,
        atMs,
        tookMs: event.result?.wallMs ?? 0,
      });
    case 'agent_started':
      return lanes.start(event.agent ?? AGENT, AGENT, 'agent', atMs);
    case 'agent_ended':
      return lanes.end(lanes.agentLane(), AGENT, {
        kind: 'agent',
        state: event.ended === 'finished' ? 'passed' : event.ended === 'failed' ? 'failed' : 'stopped',
        detail: event.reason === '' ? event.ended : event.reason,
        atMs,
        tookMs: event.wallMs,
      });
    default:
      return [];
  }
};

/** Follows a trace: `add` returns the spans that an event starts or ends; unknown events have none. */
export type Timeline = {
  add(event: TimedEvent): Changed;
  read(): Omit<TimeView, 'report'>;
};

export const createTimeline = (): Timeline => {
  const lanes = new Lanes();
  const stages: { text: string; atMs: number }[] = [];
  let startedAt: string | null = null;
  let endedMs: number | null = null;
  return {
    add(timed) {
      const event = timed as RunEvent & TimedEvent;
      startedAt ??= event.time;
      const atMs = Math.max(0, Date.parse(event.time) - Date.parse(startedAt)) || 0;
      endedMs = Math.max(endedMs ?? 0, atMs);
      if (event.event === 'stage') stages.push({ text: event.text, atMs });
      return [...changeOf(lanes, event, atMs), ...(ENDS.has(event.event) ? lanes.stopAll(atMs) : [])];
    },
    read: () => ({ startedAt, endedMs, lanes: lanes.read(), stages: [...stages] }),
  };
};
