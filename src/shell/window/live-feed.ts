import type { FeedEvent } from '../../core/domain/window/timeline-view.ts';
import { printable } from '../../core/report/text/printable.ts';
import { maskSecrets } from '../../core/report/text/mask-secrets.ts';
import { createTimeline } from '../../core/view/timeline.ts';
import type { RunRow } from '../../core/domain/window/run-row.ts';
import type { FollowedEvent, RunStore } from '../ports/run-store.ts';
import { findRow } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

const LONGEST_TEXT = 4_000;
const DEEPEST = 12;

/** Texts in events are untrusted and may be long: they are cut, masked and stripped of control characters. */
export const shortTexts = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') {
    const shown = printable(maskSecrets(value.slice(0, 2 * LONGEST_TEXT)).text);
    return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((one) => shortTexts(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortTexts(one, depth + 1)]));
};

/** The configuration and the request are shown elsewhere, and are large. */
const withoutRequest = ({ event, ...rest }: FollowedEvent): FollowedEvent =>
  event.event === 'created'
    ? { ...rest, event: { ...event, request: { startedAt: event.request.startedAt } } }
    : { event, ...rest };

const storeOf = (tools: WindowTools, { kind }: RunRow): Pick<RunStore, 'follow'> =>
  kind === 'benchmark' ? tools.bench : tools.store;

/** Refuses a position that no event ends at, before anything is sent. */
export const checkPosition = async (tools: WindowTools, run: string, from: number): Promise<void> => {
  const row = await findRow(tools, run);
  for await (const _ of storeOf(tools, row).follow(row.id, { from, signal: AbortSignal.abort() })) return;
};

/**
 * The events of a run from a position on, each with its change of the time axis. The whole trace is read, so that
 * spans that began before the position end properly; only later events are yielded.
 */
export const followRun = async function* (
  tools: WindowTools,
  run: string,
  { from = 0, signal }: { readonly from?: number; readonly signal?: AbortSignal },
): AsyncGenerator<FeedEvent, void> {
  const row = await findRow(tools, run);
  const store = storeOf(tools, row);
  const timeline = createTimeline();
  // Refuses a position that no event ends at, before anything is sent.
  if (from > 0) for await (const _ of store.follow(row.id, { from, signal: AbortSignal.abort() })) break;
  for await (const followed of store.follow(row.id, signal === undefined ? {} : { signal })) {
    const spans = timeline.add(followed.event);
    if (followed.position <= from) continue;
    const { position, event } = withoutRequest(followed);
    yield { position, event: shortTexts(event) as FeedEvent['event'], spans };
  }
};
