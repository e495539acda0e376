import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { runQuery } from '../api/queries.ts';
import type { AnyRun, EvaluationRun } from '../api/types.ts';

const route = getRouteApi('/runs/$run');

/** The run of this page. The layout waits for it, so everything below has it. */
export const useRun = (): AnyRun => {
  const { run } = route.useParams();
  return useSuspenseQuery(runQuery(run)).data;
};

export const useRunId = (): string => useRun().run.id;

/** Null for comparisons and benchmarks, which have no candidates to rank. */
export const useEvaluation = (): EvaluationRun | null => {
  const run = useRun();
  return run.kind === 'evaluation' || run.kind === 'race' ? run : null;
};
