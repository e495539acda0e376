import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlReport } from '../../../src/faces/serve/html-report.ts';
import type { EvaluationView } from '../../../src/core/domain/window/run-view.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';
import { repositoryWithRuns, type Served, serveAt } from '../../support/served-store.ts';

const RUN = '01M7NBVGQWBFZS2QKKMDF28EE7';
const SCRIPT = "document.title = 'a report';";
const TEMPLATE = `<!doctype html><head><!--hydra-csp--><style>p{color:red}</style></head><body>
<script type="application/json" id="hydra-data">null</script>
<script type="module">${SCRIPT}</script></body>`;

const session = openSession();
let repository: Awaited<ReturnType<typeof repositoryWithRuns>>;
let server: Served;
beforeAll(async () => {
  repository = await repositoryWithRuns();
  server = await serveAt(repository.root);
});
afterAll(async () => {
  await session.close();
  await server.close();
  await repository.remove();
});

type Data = {
  readonly run: string;
  readonly path: string;
  readonly missing: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
};

const dataIn = (html: string): Data =>
  JSON.parse(/id="hydra-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '') as Data;

test('the file holds what the server would send, within its size limit', async () => {
  const { html, leftOut } = await htmlReport(session, 'latest', {
    repo: repository.root,
    template: TEMPLATE,
  });
  const latest = await htmlReport(session, RUN, { repo: repository.root, template: TEMPLATE });
  expect(html.length).toBeLessThan(3_000_000);
  expect(leftOut).toBe(0);
  const { run, path, responses } = dataIn(latest.html);
  expect([run, path]).toEqual([RUN, `/runs/${RUN}`]);
  expect(Object.keys(responses).length).toBeGreaterThan(30);
  for (const [asked, body] of Object.entries(responses)) expect(body, asked).toEqual(await server.get(asked));
});

/** As if the pages took all but this much. */
const withRoom = (bytes: number) =>
  htmlReport(session, RUN, {
    repo: repository.root,
    template: TEMPLATE.replace('p{color:red}', `/*${'x'.repeat(2_899_000 - bytes)}*/`),
  });

test('content that does not fit is left out, and the file says which', async () => {
  const { html, leftOut, missing } = await withRoom(50_000);
  expect(html.length).toBeLessThan(3_000_000);
  expect(leftOut).toBeGreaterThan(0);
  expect(missing.join(', ')).toMatch(/\d+ candidates? in detail/);
  expect(missing.reduce((sum, words) => sum + Number.parseInt(words, 10), 0)).toBe(leftOut);
  expect(dataIn(html).missing).toEqual(missing);
  expect(Object.keys(dataIn(html).responses)).toContain(`/api/runs/${RUN}`);
});

test('the winner comes first with its change, then mergeable candidates, then flagged ones', async () => {
  const { html } = await htmlReport(session, RUN, { repo: repository.root, template: TEMPLATE });
  const { responses } = dataIn(html);
  const { conclusion } = responses[`/api/runs/${RUN}`] as EvaluationView;
  const paths = Object.keys(responses);
  const placeOf = (name: string, part = '') =>
    paths.indexOf(`/api/runs/${RUN}/candidates/${encodeURIComponent(name)}${part}`);
  const rankings = conclusion?.rankings ?? [];
  const places = (holds: (one: (typeof rankings)[number]) => boolean, part?: string) =>
    rankings.filter(holds).map(({ agent }) => placeOf(agent, part));
  const winner = conclusion?.winner ?? '';
  const ofWinner = [placeOf(winner), placeOf(winner, '/diff'), placeOf(winner, '/diff/0')];
  const mergeable = places(({ agent, mergeable: may }) => may && agent !== winner);
  const flagged = places(({ mergeable: may, flags }) => !may && flags.length > 0);
  const rest = places(({ mergeable: may, flags }) => !may && flags.length === 0);
  const flaggedChanges = places(({ mergeable: may, flags }) => !may && flags.length > 0, '/diff');
  const order = [ofWinner, mergeable, flagged, flaggedChanges, rest];
  for (const [before = [], after = []] of order.slice(1).map((group, at) => [order[at], group])) {
    expect(before.length + after.length).toBeGreaterThan(0);
    expect(Math.max(-1, ...before)).toBeLessThan(Math.min(Infinity, ...after));
  }
  expect(Math.min(...order.flat())).toBeGreaterThan(0);
});

test('only its own script runs, and no text of a run can end the data', async () => {
  const { html } = await htmlReport(session, RUN, { repo: repository.root, template: TEMPLATE });
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  expect(html).toContain(`script-src 'sha256-${hash}'`);
  expect(html).toContain("default-src 'none'");
  expect(html.match(/<script/g)?.length).toBe(2);
  expect(/id="hydra-data">([\s\S]*?)<\/script>/.exec(html)?.[1]).not.toContain('<');
});

test('a run that does not exist is refused', async () => {
  await expect(htmlReport(session, 'nothing', { repo: repository.root, template: TEMPLATE })).rejects.toThrow(
    'There is no run',
  );
});
