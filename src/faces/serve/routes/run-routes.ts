import * as z from 'zod';
import { Panel, PanelOffer } from '../../../core/domain/evidence/panel.ts';
import { PanelTests } from '../../../core/domain/evidence/panel-tests.ts';
import { Probes } from '../../../core/domain/evidence/probes.ts';
import { measuredOf } from '../../../core/domain/measured.ts';
import { CandidateView } from '../../../core/domain/window/candidate-view.ts';
import { RunKind, RunList, RunState } from '../../../core/domain/window/run-row.ts';
import { RunView } from '../../../core/domain/window/run-view.ts';
import { TestMatrixView } from '../../../core/domain/window/test-matrix-view.ts';
import { FeedEvent, TimeView } from '../../../core/domain/window/timeline-view.ts';
import { TrialView } from '../../../core/domain/window/transcript-view.ts';
import { ROW_ORDERS } from '../../../core/view/filter-rows.ts';
import { verifyRun } from '../../../shell/stored/verify-run.ts';
import { candidateView } from '../../../shell/window/candidate-view.ts';
import { findRow } from '../../../shell/window/find-run.ts';
import { checkPosition, followRun } from '../../../shell/window/live-feed.ts';
import {
  storedBracket,
  storedMatrix,
  storedPanel,
  storedProbes,
  storedTime,
} from '../../../shell/window/parts-view.ts';
import { runView } from '../../../shell/window/run-view.ts';
import { trialView } from '../../../shell/window/trial-view.ts';
import { pageOfRuns, watchRuns } from '../page-of-runs.ts';
import { events, json, param, type Route, route, type ServerEvent, Switch, whole } from '../route.ts';

const listOf = <T extends z.ZodType<string, string>>(one: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(one))
    .default([]);

const ListQuery = z.strictObject({
  kind: listOf(RunKind),
  state: listOf(RunState),
  q: z.string().max(300).default(''),
  winner: z.string().max(255).optional(),
  since: z.string().max(40).optional(),
  until: z.string().max(40).optional(),
  sort: z.enum([...ROW_ORDERS, ...ROW_ORDERS.map((order) => `-${order}` as const)]).default('-started'),
  offset: whole(0, 10_000_000, 0),
  limit: whole(0, 1000, 200),
});

const Position = z.strictObject({ from: whole(0, Number.MAX_SAFE_INTEGER, 0) });

const Bracket = z.looseObject({
  k: z.int(),
  winner: z.string().nullable(),
  winnerIndex: z.int().nullable(),
  candidates: z.array(z.string()),
  totals: z.array(z.number().nullable()),
  rounds: z.array(z.strictObject({ groups: z.array(z.array(z.int())), winners: z.array(z.int()) })),
  left_out: z.array(z.strictObject({ name: z.string(), index: z.int().nullable(), reason: z.string() })),
  notes: z.array(z.string()),
});

const Verification = z.strictObject({
  run: z.string(),
  intact: z.boolean(),
  problems: z.array(z.strictObject({ path: z.string(), problem: z.string(), detail: z.string().optional() })),
});

/** Events of a run from where the client left off; the header is what browsers send when they reconnect. */
export const feed = async function* (asked: {
  readonly context: Parameters<Route['handle']>[0]['context'];
  readonly params: Readonly<Record<string, string>>;
  readonly query: { readonly from: number };
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
}): AsyncGenerator<ServerEvent> {
  const { context, params, query, signal, header } = asked;
  const run = param(params, 'run');
  const tools = await context.windowOf(run);
  const last = Number(header('last-event-id') ?? '');
  const from = Number.isSafeInteger(last) && last > 0 ? last : query.from;
  const both = AbortSignal.any([signal, context.signal]);
  await checkPosition(tools, run, from);
  yield { event: 'open', data: { from } };
  for await (const one of followRun(tools, run, { from, signal: both }))
    yield { event: 'trace', id: String(one.position), data: one };
  if (both.aborted) return;
  yield { event: 'end', data: { state: (await findRow(tools, run)).state } };
};

export const runRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/runs',
    summary: 'Runs of every kind: filtered, sorted, a page at a time. Running ones come first.',
    query: ListQuery,
    answer: json(RunList),
    handle: ({ context, query }) => pageOfRuns(context, query),
  }),
  route({
    method: 'get',
    path: '/api/runs/changes',
    summary: 'An event `runs` at once and whenever the list changes.',
    answer: events(z.strictObject({ version: z.string(), live: z.int(), total: z.int(), pending: z.int() })),
    handle: ({ context, signal }) => watchRuns(context, signal),
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}',
    summary: 'One run: an evaluation or race, a comparison, or a benchmark.',
    answer: json(RunView),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return runView(await context.windowOf(run), run);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/candidates/{name}',
    summary:
      'Everything about one candidate, or about `baseline`: scores and how they were calculated, checks, findings.',
    answer: json(CandidateView),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return candidateView(await context.windowOf(run), run, param(params, 'name'));
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/matrix',
    summary: 'Sources by tests: the tests that distinguish sources, or all of them with `all`.',
    query: z.strictObject({ all: Switch }),
    answer: json(TestMatrixView),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return storedMatrix(await context.windowOf(run), run, query.all);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/probes',
    summary: 'Where candidates behave differently, input by input.',
    answer: json(
      z.strictObject({
        probes: measuredOf(Probes),
        /** Candidates that answer every call alike, the largest group first. */
        alike: z.array(z.strictObject({ names: z.array(z.string()) })),
        text: z.array(z.string()),
      }),
    ),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return storedProbes(await context.windowOf(run), run);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/panel',
    summary: 'The replies of the models that compared the candidates.',
    answer: json(
      z.strictObject({
        panel: Panel.nullable(),
        /** All panellists together, the likeliest first. */
        probabilities: z.array(z.object({ candidate: z.string(), probability: z.number() })),
        tests: PanelTests.nullable(),
        offer: PanelOffer.nullable(),
      }),
    ),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return storedPanel(await context.windowOf(run), run);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/bracket',
    summary: 'The tournament over the totals; indices are positions in the ranking.',
    query: z.strictObject({ k: z.coerce.number().int().min(2).max(1000).optional() }),
    answer: json(Bracket),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return storedBracket(await context.windowOf(run), run, query.k);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/time',
    summary: 'Where the time went: a lane for each source.',
    answer: json(TimeView),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return storedTime(await context.windowOf(run), run);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/trial',
    summary: 'What the agent did in one trial of a comparison, turn by turn.',
    query: z.strictObject({
      task: z.string().min(1).max(500),
      configuration: z.string().min(1).max(500),
      trial: whole(0, 1_000_000, 0),
      round: whole(0, 1000, 0),
    }),
    answer: json(TrialView),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return trialView(await context.windowOf(run), run, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/verify',
    summary: 'Whether every byte of the run is unchanged.',
    answer: json(Verification),
    handle: async ({ context, params }) => {
      const tools = await context.windowOf(param(params, 'run'));
      return verifyRun(tools.store, (await findRow(tools, param(params, 'run'))).id);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/events',
    summary:
      'The trace of a run as it is written: `open`, `trace` events with their position as id, then `end`. Reconnect with `from` or Last-Event-ID.',
    query: Position,
    answer: events(FeedEvent),
    handle: feed,
  }),
];
