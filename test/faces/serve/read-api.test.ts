import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Conclusion } from '../../../src/core/domain/run/conclusion.ts';
import type { CandidateView } from '../../../src/core/domain/window/candidate-view.ts';
import type { DiffPart, DiffView } from '../../../src/core/domain/window/diff-view.ts';
import type {
  LogMatches,
  LogOutline,
  LogPage,
  LogPlace,
  TestOutput,
} from '../../../src/core/domain/window/log-view.ts';
import type { RunList } from '../../../src/core/domain/window/run-row.ts';
import type { EvaluationView } from '../../../src/core/domain/window/run-view.ts';
import type { TestMatrixView } from '../../../src/core/domain/window/test-matrix-view.ts';
import type { TimeView } from '../../../src/core/domain/window/timeline-view.ts';
import type { WeightFlips, WhatIf } from '../../../src/core/domain/window/what-if.ts';
import { repositoryWithRuns, type Served, serveAt, STORED_RUNS } from '../../support/served-store.ts';

type Bracket = { readonly winnerIndex: number; readonly candidates: readonly string[] };

const ids = readdirSync(join(STORED_RUNS, 'runs')).toSorted();
const RUN = '01M7NBVGQWBFZS2QKKMDF28EE7';
let repository: Awaited<ReturnType<typeof repositoryWithRuns>>;
let server: Served;
beforeAll(async () => {
  repository = await repositoryWithRuns();
  server = await serveAt(repository.root);
});
afterAll(async () => {
  await server.close();
  await repository.remove();
});

const concluded = Conclusion.parse(
  JSON.parse(readFileSync(join(STORED_RUNS, 'runs', RUN, 'conclusion.json'), 'utf8')),
);
const leader = concluded.rankings[0]?.agent ?? '';

describe('the list of runs', () => {
  test('has every run, newest first', async () => {
    const list = await server.get<RunList>('/api/runs');
    expect(list.rows.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(list).toMatchObject({ total: ids.length, matched: ids.length, live: 0, pending: 0 });
    expect(list.rows.every(({ kind, state }) => kind === 'evaluation' && state === 'complete')).toBe(true);
  });

  test('filters, searches, sorts and pages', async () => {
    const shown = async (query: string): Promise<readonly string[]> =>
      (await server.get<RunList>(`/api/runs?${query}`)).rows.map(({ id }) => id);
    expect(await shown('sort=started')).toEqual(ids);
    expect(await shown('sort=started&offset=1&limit=1')).toEqual([ids[1]]);
    expect(await shown('kind=benchmark,comparison')).toEqual([]);
    expect(await shown('state=complete&limit=1')).toEqual([ids.at(-1)]);
    expect(await shown('q=fix-with-test')).toContain(RUN);
    expect(await shown('q=no-such-word')).toEqual([]);
    expect(await shown('until=2000-01-01')).toEqual([]);
    const { winner } = concluded;
    expect(await shown(`winner=${winner}`)).toContain(RUN);
    const refused = await server.raw('/api/runs?sort=luck');
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).error.code).toBe('bad-query');
  });

  test('is rebuilt if the index is gone or damaged', async () => {
    const before = await server.get<RunList>('/api/runs');
    const index = join(repository.root, '.hydra/cache/window/runs.jsonl');
    await appendFile(index, 'not JSON\n');
    const [second, third] = [await serveAt(repository.root), await serveAt(repository.root)];
    expect((await second.get<RunList>('/api/runs')).rows).toEqual(before.rows);
    await rm(index, { force: true });
    expect((await third.get<RunList>('/api/runs')).rows).toEqual(before.rows);
    await Promise.all([second.close(), third.close()]);
  });
});

describe('one run', () => {
  test('is the stored conclusion with its policy, trees and sections', async () => {
    const view = await server.get<EvaluationView>(`/api/runs/${RUN}`);
    const conclusion = concluded;
    expect(view.conclusion?.winner).toBe(conclusion.winner);
    expect(view.conclusion?.rankings.map(({ agent }) => agent)).toEqual(
      conclusion.rankings.map(({ agent }) => agent),
    );
    const { rankings } = conclusion;
    for (const { name, merge } of view.candidates) {
      const ranking = rankings.find(({ agent }) => agent === name);
      expect([name, merge?.allowed]).toEqual([name, ranking?.mergeable]);
      expect(merge?.reason === null).toBe(ranking?.mergeable);
    }
    expect(view.dimensions.map(({ key }) => key)).toContain('tests');
    expect(view.dimensions.every(({ formula }) => formula.length > 10)).toBe(true);
  });

  test('is found by a prefix and by `latest`; anything else is not', async () => {
    expect((await server.get<EvaluationView>(`/api/runs/${RUN.slice(0, 12).toLowerCase()}`)).run.id).toBe(
      RUN,
    );
    expect((await server.get<EvaluationView>('/api/runs/latest')).run.id).toBe(ids.at(-1));
    for (const [run, status] of [
      ['01M7', 400],
      ['nothing', 404],
      ['..', 404],
      ['%2e%2e%2f%2e%2e', 404],
      ['..%2f..%2fetc', 404],
    ] as const)
      expect([run, (await server.raw(`/api/runs/${run}`)).status]).toEqual([run, status]);
  });

  test('a second request for the same costs nothing', async () => {
    const first = await server.raw(`/api/runs/${RUN}`);
    const again = await server.raw(`/api/runs/${RUN}`, {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('a candidate', () => {
  test('every number is explained by formula, inputs and weights', async () => {
    const { rankings } = concluded;
    for (const { agent } of rankings) {
      const { ranking, explanation, checks } = await server.get<CandidateView>(
        `/api/runs/${RUN}/candidates/${agent}`,
      );
      const points = (explanation?.total.terms ?? []).reduce((sum, { points: one }) => sum + one, 0);
      if (typeof ranking?.total === 'number') expect(points).toBeCloseTo(ranking.total, 1);
      expect(explanation?.dimensions.length).toBeGreaterThan(3);
      for (const { key, score, inputs, reason } of explanation?.dimensions ?? []) {
        expect(score).toEqual(ranking?.breakdown[key]);
        if (score !== null && reason === null) expect(inputs.length).toBeGreaterThan(0);
      }
      expect(checks.length).toBeGreaterThan(0);
    }
  });

  test('an input leads to the log of its check', async () => {
    const agent = leader;
    const { explanation } = await server.get<CandidateView>(`/api/runs/${RUN}/candidates/${agent}`);
    const tests = explanation?.dimensions.find(({ key }) => key === 'tests');
    const log = tests?.inputs.find(({ name, of }) => name === 'base_passed' && of === 'baseline')?.log;
    expect((await server.get<LogPage>(`/api/runs/${RUN}/logs/${log?.digest}`)).bytes).toBe(log?.bytes);
  });

  test('a counted number leads to the line of the log that shows it', async () => {
    const found: string[] = [];
    for (const { agent } of concluded.rankings) {
      const { explanation } = await server.get<CandidateView>(`/api/runs/${RUN}/candidates/${agent}`);
      for (const { inputs } of explanation?.dimensions ?? [])
        for (const { name, value, counts } of inputs) {
          if (typeof value === 'number') expect(counts.length).toBeLessThanOrEqual(value);
          const [first] = counts;
          if (first === undefined) continue;
          const [find = '', or = find] = first.find;
          const query = new URLSearchParams({ source: first.of, check: first.check, find, or });
          const place = await server.get<LogPlace>(`/api/runs/${RUN}/place?${query.toString()}`);
          if (place.line === null) continue;
          const { text } = await server.get<LogPage>(
            `/api/runs/${RUN}/logs/${place.digest}?from=${place.line}&count=1`,
          );
          expect([find, or].some((wanted) => text[0]?.includes(wanted))).toBe(true);
          found.push(name);
        }
    }
    expect(new Set(found)).toContain('regressed');
    const none = `source=baseline&check=test&find=${'nothing'.repeat(9)}`;
    expect(await server.get<LogPlace>(`/api/runs/${RUN}/place?${none}`)).toMatchObject({ line: null });
  });

  test('the baseline, a rejected one, and one that does not exist', async () => {
    expect((await server.get<CandidateView>(`/api/runs/${RUN}/candidates/baseline`)).ranking).toBeNull();
    const [rejected] = concluded.rejected;
    const view = await server.get<CandidateView>(`/api/runs/${RUN}/candidates/${rejected?.agent}`);
    expect(view).toMatchObject({ rejected: rejected?.reason, tree: null, checks: [] });
    expect((await server.raw(`/api/runs/${RUN}/candidates/nobody`)).status).toBe(404);
    expect((await server.raw(`/api/runs/${RUN}/candidates/__proto__`)).status).toBe(404);
  });
});

describe('parts of a run', () => {
  test('the matrix has a letter for each source and test', async () => {
    const all = await server.get<TestMatrixView>(`/api/runs/${RUN}/matrix?all`);
    const some = await server.get<TestMatrixView>(`/api/runs/${RUN}/matrix`);
    expect(all.left).toBe(0);
    expect(all.tests.length).toBe(some.tests.length + some.left);
    expect(all.rows.length).toBe(all.sources.length);
    for (const row of all.rows) expect(row).toMatch(new RegExp(`^[pfs.]{${all.tests.length}}$`));
    const base = all.groups.find(({ kind }) => kind === 'base') ?? { first: 0, count: 0 };
    const counted = Array.from(all.rows[0] ?? '').slice(base.first, base.first + base.count);
    expect(counted.filter((letter) => letter === 'p').length).toBe(all.counts[0]?.passed);
  });

  test('the patch comes file by file, and whole', async () => {
    const agent = leader;
    const recorded = readFileSync(join(STORED_RUNS, 'runs', RUN, 'candidates', agent, 'diff.patch'), 'utf8');
    const { files } = await server.get<DiffView>(`/api/runs/${RUN}/candidates/${agent}/diff`);
    const parts = [];
    for (const { index } of files)
      parts.push((await server.get<DiffPart>(`/api/runs/${RUN}/candidates/${agent}/diff/${index}`)).patch);
    expect(parts.join('')).toBe(recorded);
    const whole = await server.raw(`/api/runs/${RUN}/candidates/${agent}/patch`);
    expect(whole.text).toBe(recorded);
    expect(whole.headers['content-disposition']).toContain('attachment');
    expect((await server.raw(`/api/runs/${RUN}/candidates/${agent}/diff/999`)).status).toBe(404);
  });

  test('two candidates cannot be compared once the store has lost their trees', async () => {
    const [one, other] = concluded.rankings;
    const answer = await server.raw(`/api/runs/${RUN}/compare?left=${one?.agent}&right=${other?.agent}`);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([409, 'tree-gone']);
  });

  test('bracket, probes, panel, time and verification have the documented shape', async () => {
    const { winnerIndex, candidates } = await server.get<Bracket>(`/api/runs/${RUN}/bracket?k=3`);
    expect(candidates[winnerIndex]).toBe(leader);
    expect(
      (await server.get<{ readonly text: readonly string[] }>(`/api/runs/${RUN}/probes`)).text.length,
    ).toBeGreaterThan(0);
    expect((await server.get<{ readonly panel: unknown }>(`/api/runs/${RUN}/panel`)).panel).toBeNull();
    const { report, lanes } = await server.get<TimeView>(`/api/runs/${RUN}/time`);
    expect(report?.seconds).toBeGreaterThan(0);
    expect(lanes.map(({ name }) => name)).toContain('baseline');
    expect(await server.get(`/api/runs/${RUN}/verify`)).toMatchObject({ run: RUN });
  });

  test('a log is found by its digest only', async () => {
    const { checks } = await server.get<CandidateView>(`/api/runs/${RUN}/candidates/baseline`);
    const digest = checks.find(({ kind, log }) => kind === 'test' && (log?.bytes ?? 0) > 0)?.log?.digest;
    const page = await server.get<LogPage>(`/api/runs/${RUN}/logs/${digest}?count=2`);
    expect(page.text.length).toBe(2);
    const last = await server.get<LogPage>(`/api/runs/${RUN}/logs/${digest}?from=-1`);
    expect(last.from).toBe(page.lines - 1);
    const raw = await server.raw(`/api/runs/${RUN}/logs/${digest}/raw`);
    expect(raw.text.split('\n')[0]).toBe(page.text[0]);
    const { parts } = await server.get<LogOutline>(`/api/runs/${RUN}/logs/${digest}/outline`);
    expect(parts.at(-1)?.to).toBe(page.lines);
    const word = page.text.join(' ').match(/[a-z]{4,}/i)?.[0] ?? '';
    const found = await server.get<LogMatches>(
      `/api/runs/${RUN}/logs/${digest}/search?q=${word.toUpperCase()}`,
    );
    expect(found.matches.length).toBeGreaterThan(0);
    for (const name of ['0'.repeat(64), 'manifest.json', '..%2f..%2fmanifest.json'])
      expect([name, (await server.raw(`/api/runs/${RUN}/logs/${name}`)).status]).toEqual([name, 404]);
  });

  test("a failed test leads to the log's lines about it", async () => {
    const { tests, rows, sources } = await server.get<TestMatrixView>(`/api/runs/${RUN}/matrix`);
    const test = tests[[...(rows[0] ?? '')].indexOf('f')] ?? '';
    const query = `source=${sources[0]}&test=${encodeURIComponent(test)}`;
    const output = await server.get<TestOutput>(`/api/runs/${RUN}/output?${query}`);
    expect(output.outcome).toBe('failed');
    expect(output.text.join('\n')).toContain(test.split(' > ').at(-1));
  });
});

describe('what-if scores', () => {
  test('the policy of the run gives its own conclusion', async () => {
    const { conclusion, moved, unexamined } = await server.post<WhatIf>(`/api/runs/${RUN}/what-if`, {});
    const expected = JSON.parse(readFileSync(join(STORED_RUNS, 'expected', RUN, 'replay.json'), 'utf8'));
    expect(conclusion).toEqual(expected);
    expect([moved, unexamined]).toEqual([[], []]);
    const quick = await server.post<WhatIf>(`/api/runs/${RUN}/what-if`, { unexamined: false });
    expect(quick).toEqual({ conclusion, moved, unexamined: null, winner: quick.winner });
  });

  test('other weights give other totals, without a token', async () => {
    const answer = await server.raw(`/api/runs/${RUN}/what-if`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ weights: { build: 0, tests: 0, lint: 0, diff_scope: 0, speed: 1 } }),
    });
    for (const { total, breakdown, status } of JSON.parse(answer.text).conclusion.rankings)
      if (status === 'scored' && breakdown.speed !== null) expect(total).toBeCloseTo(breakdown.speed, 3);
  });

  test('unknown dimensions and impossible weights are refused', async () => {
    for (const weights of [{ luck: 1 }, { tests: -1 }, { tests: 'many' }, { __proto__x: 1 }]) {
      const { status } = await server.raw(`/api/runs/${RUN}/what-if`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ weights }),
      });
      expect([weights, status]).toEqual([weights, 400]);
    }
  });

  test('each reported flip point is one', async () => {
    const { dimensions, winner } = await server.post<WeightFlips>(`/api/runs/${RUN}/flips`, {});
    expect(winner).toBe(concluded.winner);
    for (const { key, weight, most, ranges } of dimensions) {
      expect([ranges[0]?.from, ranges.at(-1)?.to]).toEqual([0, most]);
      const own = ranges.find(({ from, to }) => from <= weight && weight <= to);
      expect([key, own?.winner]).toEqual([key, winner]);
      for (const { from, to, winner: there } of ranges) {
        const middle = (from + to) / 2;
        const { conclusion } = await server.post<WhatIf>(`/api/runs/${RUN}/what-if`, {
          weights: { [key]: middle },
        });
        expect(conclusion.winner).toBe(there);
      }
    }
  });
});

type Operation = {
  readonly summary: string;
  readonly security?: unknown;
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  };
};
type Description = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

test('the description lists every route, and routes are described by the schemas that check them', async () => {
  const { openapi, paths } = await server.get<Description>('/api');
  expect(openapi).toBe('3.1.0');
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(30);
  for (const { summary, responses } of operations) {
    expect(summary).toMatch(/\.$/);
    const [content] = Object.values(responses[200].content);
    expect(Object.keys(content?.schema ?? {}).length).toBeGreaterThan(0);
  }
  expect(paths['/api/runs/{run}/merge']?.['post']?.security).toEqual([{ token: [] }]);
});
