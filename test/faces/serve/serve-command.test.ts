import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunList } from '../../../src/core/domain/window/run-row.ts';
import { main } from '../../../bench/support.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { repositoryWithRuns } from '../../support/served-store.ts';

const RUN = '01M7NBVGQWBFZS2QKKMDF28EE7';
let repository: Awaited<ReturnType<typeof repositoryWithRuns>>;
let project: ScratchProject;
beforeAll(async () => {
  repository = await repositoryWithRuns();
  project = await makeProject({
    // Never ends by itself: the test cancels it.
    'hydra.toml': '[scoring.commands]\ntest = "sleep 1000"\n',
    'value.txt': '1\n',
  });
});
afterAll(async () => {
  await repository.remove();
  await project.remove();
});

type Started = { readonly child: ChildProcess; readonly url: URL; readonly token: string };

/** The first line of its output is the address. */
const start = async (...words: readonly string[]): Promise<Started> => {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [text, notes] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (part: string) => (notes += part));
  child.stdout.setEncoding('utf8');
  while (!text.includes('\n')) {
    const [part] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close')])) as [unknown];
    if (typeof part !== 'string') throw new Error(`ended with ${String(part)}: ${notes}`);
    text += part;
  }
  const url = new URL(text.split('\n')[0] ?? '');
  return { child, url, token: url.hash.replace('#token=', '') };
};

const end = async ({ child }: Started): Promise<number | null> => {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const [code] = (await closed) as [number | null];
  return code;
};

test('serve prints an address whose token allows changes, and ends on request', async () => {
  const started = await start('serve', '--repo', repository.root, '--port', '0');
  const { url, token } = started;
  const status = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    (await fetch(new URL('/api/status', url), { headers })).json();
  expect(await status({})).toMatchObject({ canChange: false, runs: 3 });
  expect(await status({ authorization: `Bearer ${token}` })).toMatchObject({ canChange: true });
  expect(await end(started)).toBe(0);
  const again = await start('serve', '--repo', repository.root, '--port', '0');
  expect(again.token).toBe(token);
  await end(again);
});

test('show --web opens the page of the run', async () => {
  const started = await start('show', RUN.slice(0, 12), '--repo', repository.root, '--web');
  expect(started.url.pathname).toBe(`/runs/${RUN}`);
  expect((await fetch(started.url)).status).toBe(200);
  expect(await end(started)).toBe(0);
});

test('evaluate --web shows the run while it is under way; cancelling it there does not end the server', async () => {
  const patch = await project.patch('change', { 'value.txt': '2\n' });
  const started = await start(
    'evaluate',
    '--base',
    'main',
    '--candidate',
    `change=${patch}`,
    '--repo',
    project.root,
    '--web',
  );
  const { url, token } = started;
  const runs = async (): Promise<RunList> =>
    (await fetch(new URL('/api/runs', url))).json() as Promise<RunList>;
  const [row] = (await runs()).rows;
  expect(url.pathname).toBe(`/runs/${row?.id}`);
  expect(row).toMatchObject({ state: 'running', base: 'main' });
  const cancelled = await fetch(new URL(`/api/runs/${row?.id}/cancel`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await cancelled.json()).toEqual({ cancelled: true, resume: `hydra evaluate --resume ${row?.id}` });
  const events = await (await fetch(new URL(`/api/runs/${row?.id}/events`, url))).text();
  expect(events).toContain('"event":"run_aborted"');
  expect(events).toContain('event: end\ndata: {"state":"unfinished"}');
  expect(await end(started)).toBe(1);
});
