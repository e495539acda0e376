import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { type RunFilter, runsQuery } from '../api/queries.ts';
import type { RunRow } from '../api/types.ts';
import { useNow } from '../frame/use-now.ts';
import { ago, dateTime, duration, plural, usd } from '../ui/format.ts';
import { RunResult } from '../ui/run-state.tsx';
import { useWide } from '../ui/use-media.ts';

export const PAGE_SIZE = 100;
const WIDE_ROW = 60;
const NARROW_ROW = 92;
const COLUMNS = 'md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_7.5rem_6.5rem_5rem]';

const KIND_NAMES: Readonly<Record<string, string>> = {
  evaluation: 'Evaluation',
  race: 'Race',
  benchmark: 'Benchmark',
  comparison: 'Comparison',
};

const about = ({ kind, base, candidates, names }: RunRow): string =>
  [
    KIND_NAMES[kind] ?? kind,
    base === null ? null : `on ${base}`,
    candidates === null ? null : plural(candidates, kind === 'comparison' ? 'configuration' : 'candidate'),
    names.join(', '),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');

const Row = ({ row, now }: { readonly row: RunRow; readonly now: number }) => (
  <>
    <div role="cell" className="min-w-0">
      <Link
        to={row.kind === 'benchmark' ? '/bench/$id' : '/runs/$run'}
        params={{ run: row.id, id: row.id }}
        data-row
        className="block truncate font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {row.title === '' ? row.id : row.title}
      </Link>
      <p className="truncate text-xs text-faint">{about(row)}</p>
    </div>
    <div role="cell" className="min-w-0 text-sm">
      <RunResult row={row} />
    </div>
    <div role="cell" className="num text-sm text-soft max-md:inline" title={dateTime(row.startedAt)}>
      {ago(row.startedAt, now)}
    </div>
    <div role="cell" className="num text-sm text-soft max-md:inline">
      {row.durationMs === null ? <span className="text-faint">–</span> : duration(row.durationMs)}
    </div>
    <div role="cell" className="num text-sm text-soft max-md:inline md:text-right">
      {row.costUsd.known ? (
        usd(row.costUsd.value)
      ) : (
        <span className="text-faint" title={row.costUsd.reason}>
          –
        </span>
      )}
    </div>
  </>
);

const Head = () => (
  <div
    role="row"
    className={`hidden border-b border-line px-4 py-2 text-xs text-faint md:grid md:gap-4 ${COLUMNS}`}
  >
    {['Run', 'Result', 'Started', 'Took', 'Cost'].map((name) => (
      <div key={name} role="columnheader" className="last:text-right">
        {name}
      </div>
    ))}
  </div>
);

/** Only visible rows are rendered, and only their pages are requested. */
export const RunList = ({
  filter,
  matched,
  version,
}: {
  readonly filter: RunFilter;
  readonly matched: number;
  readonly version: string;
}) => {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const wide = useWide();
  const now = useNow();
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [wide]);
  const height = wide ? WIDE_ROW : NARROW_ROW;
  const rows = useWindowVirtualizer({
    count: matched,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => index,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / PAGE_SIZE)))];
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...runsQuery(filter, page * PAGE_SIZE, PAGE_SIZE),
      meta: { version },
      placeholderData: (previous: unknown) => previous as never,
    })),
  });
  const at = (index: number): RunRow | undefined =>
    answers[pages.indexOf(Math.floor(index / PAGE_SIZE))]?.data?.rows[index % PAGE_SIZE];
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={matched + 1}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Head />
      <div ref={list} role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = at(index);
          return (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className={`absolute inset-x-0 border-b border-line px-4 py-2 last:border-0 hover:bg-sunken md:grid md:items-center md:gap-4 max-md:space-x-2 ${COLUMNS}`}
              style={{ height, transform: `translateY(${start - top}px)` }}
            >
              {row === undefined ? (
                <div role="cell" className="h-4 w-1/2 rounded bg-sunken" />
              ) : (
                <Row row={row} now={now} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};
