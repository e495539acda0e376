import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlReport } from '../../../src/faces/serve/html-report.ts';
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
  readonly responses: Readonly<Record<string, unknown>>;
};

const dataIn = (html: string): Data =>
  JSON.parse(/id="hydra-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '') as Data;

test('the file holds what the server would answer, and no more than it may weigh', async () => {
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

test('a part that finds no room is left out and counted', async () => {
  const template = TEMPLATE.replace('p{color:red}', `/*${'x'.repeat(2_850_000)}*/`);
  const { html, leftOut } = await htmlReport(session, RUN, { repo: repository.root, template });
  expect(html.length).toBeLessThan(3_000_000);
  expect(leftOut).toBeGreaterThan(0);
  expect(Object.keys(dataIn(html).responses)).toContain(`/api/runs/${RUN}`);
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
