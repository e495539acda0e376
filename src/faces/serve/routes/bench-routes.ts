import * as z from 'zod';
import { DiffPart, DiffView } from '../../../core/domain/window/diff-view.ts';
import { BenchmarkView } from '../../../core/domain/window/run-view.ts';
import { FeedEvent } from '../../../core/domain/window/timeline-view.ts';
import { AgentTurn } from '../../../core/domain/window/transcript-view.ts';
import {
  benchDiff,
  benchDiffPart,
  benchmarkView,
  benchTrace,
  comparedModels,
  modelBoard,
} from '../../../shell/window/bench-view.ts';
import { findRow } from '../../../shell/window/find-run.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { events, json, param, type Route, route, whole } from '../route.ts';
import { feed } from './run-routes.ts';

const Model = z.string().min(1).max(300);

/** Documented in docs/leaderboard.md; the core has no schema of them. */
const Board = z.looseObject({ rows: z.array(z.looseObject({ model: z.string() })) });
const Plot = z.looseObject({ dots: z.array(z.looseObject({ name: z.string(), usd: z.number() })) });
const Compared = z.looseObject({ first: z.string(), second: z.string(), reason: z.string().nullable() });

export const benchRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/bench/{run}',
    summary: 'One run of an agent on a task: five metrics, and the reason for each that is missing.',
    answer: json(BenchmarkView),
    handle: async ({ context, params }) => {
      const tools = await context.windowOf(param(params, 'run'));
      const row = await findRow(tools, param(params, 'run'));
      if (row.kind === 'benchmark') return benchmarkView(tools, row);
      throw new UserError('bench-run', `Run ${row.id} is not a benchmark.`, `Look at /api/runs/${row.id}.`);
    },
  }),
  route({
    method: 'get',
    path: '/api/bench/{run}/trace',
    summary: 'What the agent did, turn by turn, and the raw events a page at a time.',
    query: z.strictObject({ from: whole(0, 10_000_000, 0), count: whole(0, 2000, 500) }),
    answer: json(
      z.strictObject({
        total: z.int(),
        from: z.int(),
        events: z.array(z.looseObject({ event: z.string() })),
        turns: z.array(AgentTurn),
      }),
    ),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return benchTrace(await context.windowOf(run), run, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/bench/{run}/events',
    summary: 'The trace of a benchmark run as it is written.',
    query: z.strictObject({ from: whole(0, Number.MAX_SAFE_INTEGER, 0) }),
    answer: events(FeedEvent),
    handle: feed,
  }),
  route({
    method: 'get',
    path: '/api/bench/{run}/diff',
    summary: 'The files that the agent changed.',
    answer: json(DiffView),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return benchDiff(await context.windowOf(run), run);
    },
  }),
  route({
    method: 'get',
    path: '/api/bench/{run}/diff/{index}',
    summary: "One file's part of the agent's change.",
    answer: json(DiffPart),
    verbatim: true,
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      const index = Number(param(params, 'index'));
      return benchDiffPart(await context.windowOf(run), run, Number.isSafeInteger(index) ? index : -1);
    },
  }),
  route({
    method: 'get',
    path: '/api/models',
    summary: 'Models ranked over the stored benchmark runs, and success against cost.',
    answer: json(
      z.strictObject({
        board: Board,
        judges: z.strictObject({ alpha: z.number().nullable(), reason: z.string().nullable() }),
        plot: Plot,
      }),
    ),
    handle: ({ context }) => modelBoard(context.main),
  }),
  route({
    method: 'get',
    path: '/api/models/compare',
    summary: 'Two models, paired by task: differences with intervals.',
    query: z.strictObject({ first: Model, second: Model }),
    answer: json(Compared),
    handle: ({ context, query }) => comparedModels(context.main, query.first, query.second),
  }),
];
