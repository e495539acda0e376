import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { runQuery } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { AnyRun } from '../api/types.ts';
import { useNow } from '../frame/use-now.ts';
import { Chip } from '../ui/chip.tsx';
import { ago, dateTime, duration, plural, usd } from '../ui/format.ts';
import { LiveDot } from '../ui/run-state.tsx';
import { Answer, Loading } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';

const route = getRouteApi('/runs/$run');

const TABS = [
  ['/runs/$run', 'Decision'],
  ['/runs/$run/tests', 'Tests'],
  ['/runs/$run/behaviour', 'Behaviour'],
  ['/runs/$run/panel', 'Panel'],
  ['/runs/$run/changes', 'Changes'],
  ['/runs/$run/bracket', 'Bracket'],
  ['/runs/$run/time', 'Time'],
] as const;
const COMPARISON_TABS = [
  ['/runs/$run', 'Verdict'],
  ['/runs/$run/time', 'Time'],
] as const;

const KINDS = {
  evaluation: 'Evaluation',
  race: 'Race',
  benchmark: 'Benchmark',
  comparison: 'Comparison',
} as const;

const Facts = ({ run: whole }: { readonly run: AnyRun }) => {
  const now = useNow();
  const { run } = whole;
  const base = 'base' in whole ? whole.base : null;
  const facts = [
    KINDS[run.kind],
    base === null ? run.base : `${base.ref} at ${base.commit.slice(0, 8)}`,
    run.candidates === null
      ? null
      : plural(run.candidates, run.kind === 'comparison' ? 'configuration' : 'candidate'),
    run.durationMs === null ? null : `took ${duration(run.durationMs)}`,
    run.costUsd.known && run.costUsd.value > 0 ? usd(run.costUsd.value) : null,
    ago(run.startedAt, now),
  ].filter((fact) => fact !== null);
  return (
    <p className="num flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
      {run.state === 'running' && (
        <Chip tone="accent">
          <LiveDot /> running
        </Chip>
      )}
      {run.state === 'unfinished' && <Chip tone="warn">unfinished</Chip>}
      <span className="min-w-0 break-words" title={`started ${dateTime(run.startedAt)}`}>
        {facts.join(' · ')}
      </span>
      <code className="text-xs break-all text-faint">{run.id}</code>
    </p>
  );
};

/** On a narrow screen this page's tab may be out of view. */
const showCurrent = (bar: HTMLElement | null): void => {
  const tab = bar?.querySelector<HTMLElement>('[aria-current=page]');
  if (bar && tab) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
};

const Tabs = ({ run }: { readonly run: AnyRun }) => {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => showCurrent(bar.current), [pathname]);
  return (
    <nav
      ref={bar}
      aria-label="Parts of the run"
      className="relative -mx-3 overflow-x-auto border-b border-line px-3 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {(run.kind === 'comparison' ? COMPARISON_TABS : TABS).map(([to, name]) => (
          <li key={to}>
            <Link
              to={to}
              params={{ run: run.run.id }}
              activeOptions={{ exact: to === '/runs/$run', includeSearch: false }}
              className="-mb-px block border-b-2 border-transparent px-3 py-2 text-sm font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Page = ({ run }: { readonly run: AnyRun }) => {
  const task = 'task' in run ? run.task : null;
  const title = run.run.title === '' ? (task ?? run.run.id) : run.run.title;
  useTitle(title);
  if (run.kind === 'benchmark') return <Navigate to="/bench/$id" params={{ id: run.run.id }} replace />;
  return (
    <div className="space-y-5">
      <header className="space-y-1.5">
        {report === null && (
          <p className="text-sm">
            <Link to="/" className="link">
              Runs
            </Link>
          </p>
        )}
        <h1 className="line-clamp-3 text-2xl font-semibold tracking-tight break-words">{title}</h1>
        <Facts run={run} />
      </header>
      <Tabs run={run} />
      <Outlet />
    </div>
  );
};

/** `latest` and prefixes become the run's own address, so that links and bookmarks stay valid. */
const useOwnAddress = (asked: string, data: AnyRun | undefined): void => {
  const router = useRouter();
  const client = useQueryClient();
  const id = data?.run.id;
  useEffect(() => {
    if (data === undefined || id === undefined || id === asked) return;
    client.setQueryData(runQuery(id).queryKey, data);
    const { pathname, searchStr } = router.state.location;
    router.history.replace(`${pathname.replace(`/runs/${asked}`, `/runs/${id}`)}${searchStr}`);
  }, [asked, id, data, router, client]);
};

export const RunLayout = () => {
  const { run } = route.useParams();
  const query = useQuery(runQuery(run));
  useOwnAddress(run, query.data);
  return (
    <Answer query={query} what="the run" heading="This run cannot be shown">
      {(data) => (data.run.id === run ? <Page run={data} /> : <Loading what="the run" />)}
    </Answer>
  );
};
