import { QueryClient } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { ApiError, report } from '../api/transport.ts';
import { ErrorNote } from '../ui/states.tsx';
import { AppFrame } from './app-frame.tsx';
import { NotFound } from './not-found.tsx';

/** A name such as `7` in a typed address is parsed as a number. */
const text = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;
const whole = (value: unknown): number | undefined => {
  const read = Number(value);
  return value !== undefined && Number.isInteger(read) ? read : undefined;
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Search = Record<string, unknown>;

const root = createRootRoute({ component: AppFrame, notFoundComponent: NotFound });

const runs = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (
    search: Search,
  ): Optional<{ q: string; kind: string; state: string; winner: string; when: string; sort: string }> => ({
    q: text(search['q']),
    kind: text(search['kind']),
    state: text(search['state']),
    winner: text(search['winner']),
    when: text(search['when']),
    sort: text(search['sort']),
  }),
  component: lazyRouteComponent(() => import('../runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run',
  component: lazyRouteComponent(() => import('../run/run-layout.tsx'), 'RunLayout'),
});

const decision = createRoute({
  getParentRoute: () => run,
  path: '/',
  component: lazyRouteComponent(() => import('../run/run-page.tsx'), 'RunPage'),
});
const candidate = createRoute({
  getParentRoute: () => run,
  path: '/candidates/$name',
  component: lazyRouteComponent(() => import('../run/candidate-page.tsx'), 'CandidatePage'),
});
const tests = createRoute({
  getParentRoute: () => run,
  path: '/tests',
  validateSearch: (search: Search): Optional<{ q: string; all: true }> => ({
    q: text(search['q']),
    all: search['all'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../matrix/matrix-page.tsx'), 'MatrixPage'),
});
const behaviour = createRoute({
  getParentRoute: () => run,
  path: '/behaviour',
  component: lazyRouteComponent(() => import('../run/behaviour-page.tsx'), 'BehaviourPage'),
});
const panel = createRoute({
  getParentRoute: () => run,
  path: '/panel',
  component: lazyRouteComponent(() => import('../run/panel-page.tsx'), 'PanelPage'),
});
const bracket = createRoute({
  getParentRoute: () => run,
  path: '/bracket',
  component: lazyRouteComponent(() => import('../run/bracket-page.tsx'), 'BracketPage'),
});
const changes = createRoute({
  getParentRoute: () => run,
  path: '/changes',
  validateSearch: (
    search: Search,
  ): Optional<{
    right: string;
    left: string;
    view: 'unified' | 'split';
    file: number;
    path: string;
    line: number;
  }> => ({
    right: text(search['right']),
    left: text(search['left']),
    view: search['view'] === 'unified' || search['view'] === 'split' ? search['view'] : undefined,
    file: whole(search['file']),
    path: text(search['path']),
    line: whole(search['line']),
  }),
  component: lazyRouteComponent(() => import('../changes/changes-page.tsx'), 'ChangesPage'),
});
const log = createRoute({
  getParentRoute: () => run,
  path: '/logs/$digest',
  validateSearch: (search: Search): Optional<{ line: number; title: string }> => ({
    line: whole(search['line']),
    title: text(search['title']),
  }),
  component: lazyRouteComponent(() => import('../logs/log-page.tsx'), 'LogPage'),
});
const place = createRoute({
  getParentRoute: () => run,
  path: '/place',
  validateSearch: (
    search: Search,
  ): Optional<{ source: string; check: string; find: string; or: string }> => ({
    source: text(search['source']),
    check: text(search['check']),
    find: text(search['find']),
    or: text(search['or']),
  }),
  component: lazyRouteComponent(() => import('../logs/place-page.tsx'), 'PlacePage'),
});
const time = createRoute({
  getParentRoute: () => run,
  path: '/time',
  component: lazyRouteComponent(() => import('../live/time-page.tsx'), 'TimePage'),
});
const merge = createRoute({
  getParentRoute: () => run,
  path: '/merge/$name',
  component: lazyRouteComponent(() => import('../run/merge-page.tsx'), 'MergePage'),
});
const prefer = createRoute({
  getParentRoute: () => run,
  path: '/prefer',
  validateSearch: (search: Search): Optional<{ a: string; b: string }> => ({
    a: text(search['a']),
    b: text(search['b']),
  }),
  component: lazyRouteComponent(() => import('../changes/prefer-page.tsx'), 'PreferPage'),
});
const task = createRoute({
  getParentRoute: () => run,
  path: '/tasks/$task',
  validateSearch: (search: Search): Optional<{ candidate: string }> => ({
    candidate: text(search['candidate']),
  }),
  component: lazyRouteComponent(() => import('../compare/task-page.tsx'), 'TaskPage'),
});
const leaderboard = createRoute({
  getParentRoute: () => root,
  path: '/bench',
  component: lazyRouteComponent(() => import('../bench/leaderboard-page.tsx'), 'LeaderboardPage'),
});
const models = createRoute({
  getParentRoute: () => root,
  path: '/bench/compare',
  validateSearch: (search: Search): Optional<{ first: string; second: string }> => ({
    first: text(search['first']),
    second: text(search['second']),
  }),
  component: lazyRouteComponent(() => import('../bench/models-page.tsx'), 'ModelsPage'),
});
const bench = createRoute({
  getParentRoute: () => root,
  path: '/bench/$id',
  component: lazyRouteComponent(() => import('../bench/bench-page.tsx'), 'BenchPage'),
});

const routeTree = root.addChildren([
  runs,
  run.addChildren([
    decision,
    candidate,
    tests,
    behaviour,
    panel,
    bracket,
    changes,
    log,
    place,
    time,
    merge,
    prefer,
    task,
  ]),
  leaderboard,
  models,
  bench,
]);

/** Retries only while the server may be restarting; any other refusal is final. */
const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.code === 'unreachable';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => isUnreachable(error) && failures < 3,
      retryDelay: 500,
    },
    mutations: { networkMode: 'always' },
  },
});

const openReport = (path: string) => {
  if (location.hash === '') location.hash = path;
  return createHashHistory();
};

export const router = createRouter({
  routeTree,
  defaultPreload: report === null ? 'intent' : false,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <ErrorNote error={error} retry={reset} />,
  ...(report === null ? {} : { history: openReport(report.path) }),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
