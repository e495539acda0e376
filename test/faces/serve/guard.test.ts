import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryWithRuns, type Served, serveAt } from '../../support/served-store.ts';

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

const codeOf = (text: string): string =>
  (JSON.parse(text) as { readonly error: { readonly code: string } }).error.code;

test('only the loopback names of this port are accepted', async () => {
  for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `[::1]:${server.port}`])
    expect((await server.raw('/api/status', { headers: { host } })).status).toBe(200);
  for (const host of [
    'evil.example',
    `evil.example:${server.port}`,
    '127.0.0.1',
    `127.0.0.1:${server.port + 1}`,
    `127.0.0.1.evil.example:${server.port}`,
    `localhost.evil.example:${server.port}`,
    '',
  ])
    for (const path of ['/', '/api/status', '/assets/x.js']) {
      const { status, text } = await server.raw(path, { headers: { host } });
      expect([host, path, status, codeOf(text)]).toEqual([host, path, 403, 'host']);
    }
});

test('other pages may not ask, even for public data', async () => {
  const own = `http://127.0.0.1:${server.port}`;
  expect((await server.raw('/api/status', { headers: { origin: own } })).status).toBe(200);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${server.port + 1}` },
    { origin: `https://127.0.0.1:${server.port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ]) {
    const { status, text, headers: answered } = await server.raw('/api/status', { headers });
    expect([headers, status, codeOf(text)]).toEqual([headers, 403, 'origin']);
    expect(answered['access-control-allow-origin']).toBeUndefined();
  }
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await server.raw('/', { headers: link })).status).toBe(200);
});

test('every change needs the token', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [path, body] of [
    [`/api/runs/${RUN}/merge`, { dryRun: true }],
    [`/api/runs/${RUN}/cancel`, {}],
    [`/api/runs/${RUN}/preferences`, { preferred: 'fix-only', over: 'fix-with-test' }],
    [`/api/runs/${RUN}/outcomes`, { candidate: 'fix-only', right: true }],
    ['/api/demo', {}],
  ] as const)
    for (const authorization of [
      null,
      'Bearer ',
      'Bearer wrong',
      `Bearer ${server.token}x`,
      `Bearer ${server.token.slice(1)}`,
      `Basic ${server.token}`,
    ]) {
      const { status, text } = await server.raw(path, {
        method: 'POST',
        headers: authorization === null ? json : { ...json, authorization },
        body: JSON.stringify(body),
      });
      expect([path, authorization, status, codeOf(text)]).toEqual([path, authorization, 403, 'token']);
    }
  expect(await server.get(`/api/runs/${RUN}/preferences`)).toEqual({ preferences: [] });
});

test('no response contains the token', async () => {
  for (const path of ['/', '/api', '/api/status', '/api/runs', `/api/runs/${RUN}`])
    expect((await server.raw(path)).text).not.toContain(server.token);
});

test('a form of another page cannot be mistaken for a request', async () => {
  const authorization = `Bearer ${server.token}`;
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
    const { status } = await server.raw(`/api/runs/${RUN}/outcomes`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: '{"candidate":"fix-only","right":true}',
    });
    expect([type, status]).toEqual([type, 415]);
  }
});

test('a body is bounded, JSON, and only as described', async () => {
  const post = (body: string) =>
    server.raw(`/api/runs/${RUN}/preferences`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body,
    });
  expect((await post('{')).status).toBe(400);
  expect((await post('null')).status).toBe(400);
  expect((await post(JSON.stringify({ preferred: 'a', over: 'b', by: 'merge' }))).status).toBe(400);
  expect((await post(`{"note":"${'x'.repeat(100_000)}"}`)).status).toBe(413);
  expect((await post(JSON.stringify({ preferred: 'fix-only', over: 'nobody' }))).status).toBe(404);
  expect((await post(JSON.stringify({ preferred: 'fix-only', over: 'fix-only' }))).status).toBe(400);
});

test('every response forbids sniffing, framing and foreign content', async () => {
  for (const path of ['/', '/api/status', '/api/nope', `/api/runs/${RUN}/candidates/fix-only/patch`]) {
    const { headers } = await server.raw(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test('no address leads out of the store or the pages', async () => {
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/report.html',
  ]) {
    const { status, text, headers } = await server.raw(path);
    expect([path, status]).toEqual([path, 200]);
    expect(String(headers['content-type'])).toContain('text/html');
    expect(text).not.toContain('hydra-verdict"');
  }
  for (const path of [
    `/api/runs/${RUN}/logs/..%2f..%2f..%2fjournal.jsonl`,
    `/api/runs/${RUN}/logs/%00`,
    `/api/runs/..%2f..%2f..%2fetc/candidates/x`,
  ])
    expect([path, (await server.raw(path)).status]).toEqual([path, 404]);
  expect((await server.raw(`/api/runs?q=${'x'.repeat(9000)}`)).status).toBe(400);
});

test('unsupported methods are refused', async () => {
  expect((await server.raw('/api/status', { method: 'DELETE' })).status).toBe(405);
  expect((await server.raw('/api/runs/x/merge')).status).toBe(405);
  expect((await server.raw('/', { method: 'POST' })).status).toBe(405);
  expect((await server.raw('/api/status', { method: 'HEAD' })).status).toBe(200);
});
