import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type RunFilter, runsQuery, statusQuery } from '../api/queries.ts';
import { count, plural } from '../ui/format.ts';
import { Answer, Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { FirstRun } from './first-run.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PAGE_SIZE, RunList } from './run-list.tsx';

const route = getRouteApi('/');

const isFiltered = ({ q, kind, state, winner, since }: RunFilter): boolean =>
  [q, kind, state, winner, since].some((value) => value !== undefined);

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** Counted from when it was chosen: a moving time would be a new query every moment. */
const useSince = (when: string | undefined): string | undefined =>
  useMemo(() => {
    const hours = when !== undefined && Object.hasOwn(HOURS, when) ? HOURS[when] : undefined;
    return hours === undefined ? undefined : new Date(Date.now() - hours * HOUR_MS).toISOString();
  }, [when]);

export const RunsPage = () => {
  useTitle('Runs');
  const { when, ...search } = useDeferredValue(route.useSearch());
  const filter = { ...search, since: useSince(when) };
  const status = useQuery(statusQuery);
  const first = useQuery({
    ...runsQuery(filter, 0, PAGE_SIZE),
    placeholderData: (previous) => previous,
  });
  return (
    <div className="space-y-4">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">
          Runs{status.data !== undefined && <span className="text-faint"> in {status.data.repository}</span>}
        </h1>
        {first.data !== undefined && first.data.total > 0 && (
          <p className="num text-sm text-soft" role="status">
            {isFiltered(filter)
              ? `${count(first.data.matched)} of ${plural(first.data.total, 'run')}`
              : plural(first.data.total, 'run')}
            {first.data.live > 0 && ` · ${count(first.data.live)} running`}
          </p>
        )}
      </header>
      <Answer query={first} what="the runs">
        {(page) =>
          page.total === 0 ? (
            <FirstRun status={status.data} />
          ) : (
            <>
              <FilterBar />
              {page.matched === 0 ? (
                <Empty title="No run matches">
                  <p>Remove a word or a filter, or clear all of them.</p>
                </Empty>
              ) : (
                <RunList filter={filter} matched={page.matched} version={page.version} />
              )}
            </>
          )
        }
      </Answer>
    </div>
  );
};
