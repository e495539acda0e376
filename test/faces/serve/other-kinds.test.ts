import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { HydraConfig } from '../../../src/core/domain/policy/hydra-config.ts';
import { ENGINE_VERSION } from '../../../src/core/domain/run/engine-version.ts';
import type { RunList } from '../../../src/core/domain/window/run-row.ts';
import type { BenchmarkView, ComparisonView } from '../../../src/core/domain/window/run-view.ts';
import type { TrialView } from '../../../src/core/domain/window/transcript-view.ts';
import { htmlReport } from '../../../src/faces/serve/html-report.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';
import { createEventsLog } from '../../../src/shell/adapters/store/runs/events-log.ts';
import { openBenchStore } from '../../../src/shell/adapters/store/runs/file-bench-store.ts';
import { openRunStore } from '../../../src/shell/adapters/store/runs/file-run-store.ts';
import { summary } from '../../support/bench-builders.ts';
import { repositoryWithRuns, type Served, serveAt, STORED_RUNS } from '../../support/served-store.ts';

let repository: Awaited<ReturnType<typeof repositoryWithRuns>>;
let server: Served;
let [bench, comparison, race] = ['', '', ''];

const storeBenchmark = async (root: string): Promise<string> => {
  const run = await openBenchStore(join(root, '.hydra/bench')).create();
  const log = await createEventsLog(run.tracePath, Date.now);
  const usage = { known: true, value: { input: 100, output: 20, cached: 0, total: 120 } } as const;
  await log.append({ event: 'agent_started', prompt: 'fix it', limits: {} });
  await log.append({
    event: 'model_turn',
    step: 1,
    text: 'I look',
    usage,
    costUsd: { known: true, value: 0.1 },
  });
  await log.append({ event: 'tool_call', step: 1, id: 'c1', name: 'read', input: '{"path":"a.py"}' });
  await log.append({
    event: 'tool_result',
    step: 1,
    id: 'c1',
    name: 'read',
    failed: false,
    text: '<b>x</b>',
  });
  await log.close();
  const patch = 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-1\n+2\n';
  await run.savePatch(Buffer.from(patch));
  const { files: _, ...unsealed } = summary({
    run_id: run.id,
    scores: { functional: 1, total: 0.9 },
    reasons: { quality: 'no linter' },
    solved: true,
    cost_usd: 0.1,
  });
  await run.finish(unsealed);
  return run.id;
};

const storeComparison = async (root: string): Promise<string> => {
  const store = openRunStore(root, { engineVersion: ENGINE_VERSION });
  const record = ExperimentRecord.parse(
    JSON.parse(readFileSync(join(STORED_RUNS, 'experiment.json'), 'utf8')),
  );
  const run = await store.create({ config: HydraConfig.parse({}), startedAt: record.started_at });
  await run.record({ event: 'run_started', run: run.id, kind: 'experiment' });
  const [one, other, third] = record.trials;
  if (one === undefined || other === undefined || third === undefined)
    throw new Error('the record has trials');
  // Two trials at the same time: the agents' output alternates.
  for (const trial of [one, other]) await run.record({ event: 'trial_started', ...trial });
  for (const [key, text] of [
    ['k1', `I fix ${KEY}`],
    ['k2', 'I guess'],
  ] as const)
    await run.record({ event: 'model_turn', step: 1, text, within: key });
  await run.record({ event: 'tool_call', step: 1, id: 'c', name: 'edit', input: '<b>', within: 'k1' });
  for (const [key, trial] of [
    ['k1', one],
    ['k2', other],
    ['k3', { ...third, cached: true, made_in: '01AAAAAAAAAAAAAAAAAAAAAAAA' }],
  ] as const)
    await run.record({ event: 'trial', key, trial });
  await run.finishExperiment({ ...record, id: run.id });
  return run.id;
};

const KEY = `AKIA${'IOSFODNN7EXAMPLE'}`;

/** Left half way: an interrupted race. */
const storeRace = async (root: string): Promise<string> => {
  const store = openRunStore(root, { engineVersion: ENGINE_VERSION });
  const run = await store.create({ config: HydraConfig.parse({}), startedAt: new Date().toISOString() });
  await run.record({ event: 'run_started', run: run.id, kind: 'race' });
  const allowed = { network: true, variables: [], logins: [], permissions: '' };
  const entrants = ['claude', 'codex'].map((name) => ({ name, agent: name, allowed }));
  await run.record({ event: 'race_started', task: '# Refuse discounts\nof more than 100 %', entrants });
  await run.leave();
  return run.id;
};

beforeAll(async () => {
  repository = await repositoryWithRuns();
  bench = await storeBenchmark(repository.root);
  comparison = await storeComparison(repository.root);
  race = await storeRace(repository.root);
  server = await serveAt(repository.root);
});
afterAll(async () => {
  await server.close();
  await repository.remove();
});

test('the list has every kind of run', async () => {
  const { rows } = await server.get<RunList>('/api/runs');
  const shown = (id: string) => rows.find((row) => row.id === id);
  expect(shown(bench)).toMatchObject({
    kind: 'benchmark',
    title: 'task-0: mock:a',
    score: 0.9,
    solved: true,
    costUsd: { known: true, value: 0.1 },
  });
  expect(shown(comparison)).toMatchObject({ kind: 'comparison', state: 'complete', candidates: 4 });
  expect(shown(race)).toMatchObject({
    kind: 'race',
    state: 'unfinished',
    title: 'Refuse discounts',
    names: ['claude', 'codex'],
  });
});

test('a benchmark shows its metrics, turns and change; a missing metric has its reason', async () => {
  const { metrics } = await server.get<BenchmarkView>(`/api/bench/${bench}`);
  expect(metrics.find(({ key }) => key === 'quality')).toMatchObject({ score: null, reason: 'no linter' });
  expect(await server.get(`/api/runs/${bench}`)).toMatchObject({ kind: 'benchmark' });
  expect(await server.get(`/api/bench/${bench}/trace`)).toMatchObject({
    total: 4,
    turns: [{ text: 'I look', tokens: { input: 100 }, calls: [{ name: 'read', result: '<b>x</b>' }] }],
  });
  expect(await server.get(`/api/bench/${bench}/diff`)).toMatchObject({ files: [{ path: 'a.py', added: 1 }] });
  expect(await server.get(`/api/bench/${bench}/diff/0`)).toMatchObject({ path: 'a.py' });
  const feed = await server.raw(`/api/bench/${bench}/events`);
  expect(feed.text.match(/^event: trace$/gm)?.length).toBe(4);
  expect((await server.raw(`/api/bench/${comparison}`)).status).toBe(404);
});

test('models are ranked and compared', async () => {
  expect(await server.get('/api/models')).toMatchObject({ board: { confidence: 0.95 } });
  const compared = await server.get('/api/models/compare?first=mock%3Aa&second=mock%3Ab');
  expect(compared).toMatchObject({ first: 'mock:a', second: 'mock:b' });
});

test('a comparison has its verdicts, sentences and the tasks that moved', async () => {
  const { experiment, sentences, moved } = await server.get<ComparisonView>(`/api/runs/${comparison}`);
  expect(experiment?.verdicts.map(({ candidate }) => candidate)).toEqual(Object.keys(sentences));
  const sizes = moved.map(({ delta }) => Math.abs(delta));
  expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
  expect((await server.raw(`/api/runs/${comparison}/matrix`)).status).toBe(409);
});

test('an interrupted race shows its agents and how to resume it', async () => {
  expect(await server.get(`/api/runs/${race}`)).toMatchObject({
    kind: 'race',
    conclusion: null,
    candidates: [{ name: 'claude' }, { name: 'codex' }],
    resume: `hydra race --resume ${race}`,
  });
  const { lanes } = await server.get<{ lanes: readonly unknown[] }>(`/api/runs/${race}/time`);
  expect(lanes.length).toBe(2);
});

test('a trial shows only its own agent’s output, though another ran at the same time; a reused one says where it was made', async () => {
  const { experiment, transcripts } = await server.get<ComparisonView>(`/api/runs/${comparison}`);
  expect(transcripts).toEqual({ available: true });
  const trials = experiment?.trials ?? [];
  const ask = (at: number) => {
    const { task = '', configuration = '', trial = 0, round = 0 } = trials[at] ?? {};
    const asked = { task, configuration, trial: String(trial), round: String(round) };
    return server.get<TrialView>(`/api/runs/${comparison}/trial?${new URLSearchParams(asked).toString()}`);
  };
  const [one, other, reused] = [await ask(0), await ask(1), await ask(2)];
  expect(one.transcript?.turns).toMatchObject([{ step: 1, calls: [{ name: 'edit', input: '<b>' }] }]);
  expect(one.transcript?.turns[0]?.text).toMatch(/^I fix /);
  expect(JSON.stringify(one)).not.toContain(KEY);
  expect(other.transcript?.turns).toMatchObject([{ text: 'I guess', calls: [] }]);
  expect(reused).toMatchObject({ transcript: null, run: '01AAAAAAAAAAAAAAAAAAAAAAAA' });
  expect(reused.reason).toContain('no longer stored');
  const nowhere = `/api/runs/${comparison}/trial?task=nothing&configuration=x`;
  expect((await server.raw(nowhere)).status).toBe(404);
});

test('the report of a comparison has the transcripts of the tasks that moved', async () => {
  const session = openSession();
  const template = '<!--hydra-csp--><script type="application/json" id="hydra-data">null</script>';
  const { html } = await htmlReport(session, comparison, { repo: repository.root, template });
  await session.close();
  const { responses } = JSON.parse(/id="hydra-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '') as {
    responses: Record<string, unknown>;
  };
  const { moved } = await server.get<ComparisonView>(`/api/runs/${comparison}`);
  const trials = Object.keys(responses).filter((path) => path.includes('/trial?'));
  expect(moved.length).toBeGreaterThan(0);
  expect(trials.length).toBeGreaterThan(0);
  for (const path of trials) expect(responses[path]).toEqual(await server.get(path));
});
