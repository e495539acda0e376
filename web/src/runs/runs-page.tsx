import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type RunFilter, runsQuery, statusQuery } from '../api/queries.ts';
import { count, plural } from '../ui/format.ts';
import { Answer, Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { FirstRun } from './first-run.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PAGE_SIZE, RunList } from './run-list.tsx';

const route = getRouteApi('/');

const isFiltered = ({ q, kind, state, winner }: RunFilter): boolean =>
  [q, kind, state, winner].some((value) => value !== undefined);

export const RunsPage = () => {
  useTitle('Runs');
  const filter = useDeferredValue(route.useSearch());
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
                  <p>Take a word or a filter away, or clear all of them.</p>
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
