import { setTimeout as sleep } from 'node:timers/promises';
import type { RunKind, RunList, RunRow, RunState } from '../../core/domain/window/run-row.ts';
import { filterRows, type RowOrder } from '../../core/view/filter-rows.ts';
import type { ServerContext, ServerEvent } from './route.ts';

const WATCH_MS = 1_000;

type Listed = { readonly rows: readonly RunRow[]; readonly pending: number; readonly version: string };

/** The runs of every repository on show. */
export const allRows = async (context: ServerContext): Promise<Listed> => {
  const lists = await Promise.all(context.windows().map(({ window }) => window.list()));
  return {
    rows: lists.flatMap(({ rows }) => rows),
    pending: lists.reduce((sum, { pending }) => sum + pending, 0),
    version: lists.map(({ version }) => version).join('-'),
  };
};

const liveIn = (rows: readonly RunRow[]): number => rows.filter(({ state }) => state === 'running').length;

type RunsQuery = {
  readonly kind: readonly RunKind[];
  readonly state: readonly RunState[];
  readonly q: string;
  readonly winner?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly sort: string;
  readonly offset: number;
  readonly limit: number;
};

export const pageOfRuns = async (context: ServerContext, query: RunsQuery): Promise<RunList> => {
  const { rows, pending, version } = await allRows(context);
  const { sort, offset, limit } = query;
  const found = filterRows(rows, {
    kinds: query.kind,
    states: query.state,
    words: query.q.split(/\s+/).filter((word) => word !== ''),
    winner: query.winner ?? null,
    since: query.since ?? null,
    until: query.until ?? null,
    order: sort.replace(/^-/, '') as RowOrder,
    descending: sort.startsWith('-'),
  });
  return {
    total: rows.length,
    matched: found.length,
    live: liveIn(rows),
    pending,
    offset,
    version,
    rows: found.slice(offset, offset + limit),
  };
};

/** Reports every change of the list. */
export const watchRuns = async function* (
  context: ServerContext,
  request: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const signal = AbortSignal.any([request, context.signal]);
  let last = '';
  while (!signal.aborted) {
    const { rows, version, pending } = await allRows(context);
    if (version !== last)
      yield { event: 'runs', data: { version, live: liveIn(rows), total: rows.length, pending } };
    last = version;
    await sleep(WATCH_MS, undefined, { signal }).catch(() => undefined);
  }
};
