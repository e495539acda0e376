import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';
import { DecisionPage } from './decision-page.tsx';
import { useRun } from './use-run.ts';

const LiveRun = lazy(async () => ({ default: (await import('../live/live-run.tsx')).LiveRun }));
const ComparisonPage = lazy(async () => ({
  default: (await import('../compare/comparison-page.tsx')).ComparisonPage,
}));

/** The first view of a run: its decision or, until there is one, its progress. */
export const RunPage = () => {
  const run = useRun();
  if (run.kind !== 'benchmark' && run.kind !== 'comparison' && run.conclusion !== null)
    return <DecisionPage run={run} conclusion={run.conclusion} />;
  const compared = run.kind === 'comparison' && run.experiment !== null;
  return (
    <Suspense fallback={<Loading what="the page" />}>
      {compared ? <ComparisonPage run={run} /> : <LiveRun run={run} />}
    </Suspense>
  );
};
