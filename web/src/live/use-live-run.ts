import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { openFeed } from '../api/feed.ts';
import { runPath } from '../api/queries.ts';
import type { Lane, Span, StoredEvent, TraceMessage } from '../api/types.ts';

export type LiveState = {
  readonly lanes: ReadonlyMap<string, ReadonlyMap<string, Span>>;
  readonly messages: readonly { readonly key: number; readonly text: string }[];
  readonly position: number;
  readonly startedAt: number | null;
  /** When the newest event was written, on the axis of the spans. */
  readonly endMs: number;
  readonly ended: string | null;
};

const EMPTY: LiveState = {
  lanes: new Map(),
  messages: [],
  position: 0,
  startedAt: null,
  endMs: 0,
  ended: null,
};
const MOST_MESSAGES = 200;

const sentence = (event: StoredEvent): string | null => {
  const text = event['text'] ?? event['reason'];
  if (event.event === 'stage' || event.event === 'note') return String(text);
  if (event.event === 'run_failed' || event.event === 'run_aborted') return `Stopped: ${String(text)}`;
  return event.event === 'rejected'
    ? `${String(event['candidate'])} could not be applied: ${String(text)}`
    : null;
};

type Action =
  | { readonly type: 'trace'; readonly messages: readonly TraceMessage[] }
  | { readonly type: 'end'; readonly state: string };

const nameOf = (one: unknown): readonly string[] => {
  if (typeof one === 'string') return [one];
  const name = typeof one === 'object' && one !== null && 'name' in one ? one.name : null;
  return typeof name === 'string' ? [name] : [];
};

/** Every participant has a lane before anything happens in it. */
const namesIn = ({ event, ...detail }: StoredEvent): readonly string[] => {
  const list =
    event === 'field' ? detail['owners'] : event === 'race_started' ? detail['entrants'] : undefined;
  return Array.isArray(list) ? list.flatMap(nameOf) : [];
};

const addSpans = (lanes: Map<string, ReadonlyMap<string, Span>>, { spans, event }: TraceMessage): void => {
  for (const name of namesIn(event)) if (!lanes.has(name)) lanes.set(name, new Map());
  for (const { lane, span } of spans)
    lanes.set(lane, new Map([...(lanes.get(lane) ?? []), [span.key, span]]));
};

const reduce = (state: LiveState, action: Action): LiveState => {
  if (action.type === 'end') return { ...state, ended: action.state };
  const fresh = action.messages.filter(({ position }) => position > state.position);
  if (fresh.length === 0) return state;
  const lanes = new Map(state.lanes);
  const messages = [...state.messages];
  let { startedAt, endMs, position } = state;
  for (const message of fresh) {
    addSpans(lanes, message);
    const text = sentence(message.event);
    if (text !== null) messages.push({ key: message.position, text });
    const at = Date.parse(message.event.time ?? '');
    if (!Number.isNaN(at)) {
      startedAt ??= at;
      endMs = Math.max(endMs, at - startedAt);
    }
    for (const { span } of message.spans) endMs = Math.max(endMs, span.endMs ?? span.startMs);
    position = message.position;
  }
  return { ...state, lanes, messages: messages.slice(-MOST_MESSAGES), position, startedAt, endMs };
};

export const lanesOf = ({ lanes }: LiveState): readonly Lane[] =>
  [...lanes].map(([name, spans]) => ({ name, spans: [...spans.values()] }));

/** Follows a run's events from its first. Events that arrive together are drawn together. */
export const useLiveRun = (run: string): LiveState => {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(reduce, EMPTY);
  useEffect(() => {
    let position = 0;
    let waiting: TraceMessage[] = [];
    let frame = 0;
    const flush = (): void => {
      frame = 0;
      dispatch({ type: 'trace', messages: waiting });
      waiting = [];
    };
    const close = openFeed({
      address: () => `${runPath(run)}/events?from=${position}`,
      events: {
        trace: (data) => {
          const message = data as TraceMessage;
          if (message.position <= position) return;
          position = message.position;
          waiting.push(message);
          if (frame === 0) frame = requestAnimationFrame(flush);
        },
        end: (data) => {
          close();
          dispatch({ type: 'end', state: (data as { readonly state: string }).state });
          void client.invalidateQueries({ queryKey: [runPath(run)] });
          void client.invalidateQueries({ queryKey: [`${runPath(run)}/time`] });
        },
      },
    });
    return () => {
      close();
      cancelAnimationFrame(frame);
    };
  }, [run, client]);
  return state;
};
