import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiffView } from '../../../src/core/domain/window/diff-view.ts';
import type { RunList } from '../../../src/core/domain/window/run-row.ts';
import type { EvaluationView } from '../../../src/core/domain/window/run-view.ts';
import type { FeedEvent, TimeView } from '../../../src/core/domain/window/timeline-view.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { type Served, serveAt } from '../../support/served-store.ts';
import { sharedSession } from '../../support/shared-session.ts';

const TEST = `import assert from 'node:assert';
import { test } from 'node:test';
import { twice } from '../src/twice.mjs';
test('twice two', () => assert.equal(twice(2), 4));
test('twice zero', () => assert.equal(twice(0), 0));
`;

let project: ScratchProject;
let server: Served;
let run: string;
let seen: readonly FeedEvent[];

type Sent = { readonly event: string; readonly data: unknown };

/** Reads events until `enough` returns true, then leaves like a browser that loses its connection. */
const read = async (
  path: string,
  headers: Readonly<Record<string, string>>,
  enough: (events: readonly Sent[]) => boolean,
): Promise<readonly Sent[]> => {
  const answer = await fetch(`${server.url}${path}`, { headers });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events: Sent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const event = /^event: (.*)$/m.exec(block)?.[1];
      if (event !== undefined)
        events.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as unknown });
      if (enough(events)) return events;
    }
  }
  return events;
};

const traced = (events: readonly Sent[]): readonly FeedEvent[] =>
  events.filter(({ event }) => event === 'trace').map(({ data }) => data as FeedEvent);

/** Loses its connection after every five events, and reconnects with a header and a query by turns. */
const followToTheEnd = async (id: string): Promise<readonly FeedEvent[]> => {
  const all: FeedEvent[] = [];
  for (let turn = 0; ; turn += 1) {
    const last = all.at(-1)?.position ?? 0;
    const [query, headers] = turn % 2 === 0 ? [`?from=${last}`, {}] : ['', { 'last-event-id': String(last) }];
    const events = await read(
      `/api/runs/${id}/events${query}`,
      headers,
      (sent) => traced(sent).length >= 5 || sent.at(-1)?.event === 'end',
    );
    all.push(...traced(events));
    if (events.at(-1)?.event === 'end') return all;
  }
};

beforeAll(async () => {
  project = await makeProject({
    'package.json': '{"name":"twice","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}\n',
    'src/twice.mjs': 'export const twice = (value) => (value === 0 ? 0 : value + value + 1);\n',
    'test/twice.test.mjs': TEST,
  });
  const right = await project.patch('right', {
    'src/twice.mjs': 'export const twice = (value) => value + value;\n',
  });
  const wrong = await project.patch('<img src=x onerror=alert(1)>', {
    'src/twice.mjs': 'export const twice = (value) => value + 2;\n',
    'notes.txt': 'token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"\n',
  });
  server = await serveAt(project.root);
  let following: Promise<readonly FeedEvent[]> | null = null;
  const { runId } = await sharedSession.evaluate({
    repo: project.root,
    base: 'main',
    candidates: [
      { name: 'right', source: right },
      { name: '<img src=x onerror=alert(1)>', source: wrong },
    ],
    onProgress: (event) => {
      if (event.event === 'run_started') following = followToTheEnd(event.run);
    },
  });
  run = runId;
  seen = await following!;
});
afterAll(async () => {
  await server?.close();
  await project?.remove();
});

describe('following a run', () => {
  test('has no gaps and no duplicates, however often the connection is lost', () => {
    const lines = readFileSync(join(project.root, '.hydra/runs', run, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(seen.map(({ event }) => event.seq)).toEqual(lines.map((_, at) => at));
    expect(seen.at(-1)?.position).toBe(Buffer.byteLength(`${lines.join('\n')}\n`));
  });

  test('shows the same spans live as afterwards', async () => {
    const live = new Map<string, unknown>();
    for (const { spans } of seen) for (const { lane, span } of spans) live.set(`${lane} ${span.key}`, span);
    const { lanes } = await server.get<TimeView>(`/api/runs/${run}/time`);
    const after = lanes.flatMap(({ name, spans }) =>
      spans.map((span) => [`${name} ${span.key}`, span] as const),
    );
    expect(Object.fromEntries(live)).toEqual(Object.fromEntries(after));
    expect(after.every(([, { endMs }]) => endMs !== null)).toBe(true);
  });

  test('refuses a position between events', async () => {
    const answer = await server.raw(`/api/runs/${run}/events?from=7`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('bad-position')]);
  });

  test('the list reports changes', async () => {
    const [first] = await read('/api/runs/changes', {}, (events) => events.length > 0);
    expect(first).toMatchObject({ event: 'runs', data: { live: 0, total: 1 } });
    expect((await server.get<RunList>('/api/runs')).rows[0]).toMatchObject({ id: run, state: 'complete' });
  });
});

describe('its change', () => {
  test('candidates are compared through git, names of any kind included', async () => {
    const query = new URLSearchParams({ left: 'right', right: '<img src=x onerror=alert(1)>' });
    const { files } = await server.get<DiffView>(`/api/runs/${run}/compare?${query}`);
    expect(files.map(({ path }) => path)).toEqual(['notes.txt', 'src/twice.mjs']);
    const secret = await server.raw(`/api/runs/${run}/compare/0?${query}`);
    expect(secret.text).toContain('[masked');
    expect(secret.text).not.toContain('ghp_0123');
    const file = await server.raw(`/api/runs/${run}/file?tree=right&path=src%2Ftwice.mjs`);
    expect(file.text).toContain('value + value');
    for (const path of ['../../etc/passwd', '/etc/passwd', '.git/config', 'src', 'src/../package.json']) {
      const asked = new URLSearchParams({ tree: 'base', path });
      expect([path, (await server.raw(`/api/runs/${run}/file?${asked}`)).status]).toEqual([path, 404]);
    }
  });

  test('a candidate may have any name', async () => {
    const name = encodeURIComponent('<img src=x onerror=alert(1)>');
    await server.get(`/api/runs/${run}/candidates/${name}`);
    const { headers } = await server.raw(`/api/runs/${run}/candidates/${name}/patch`);
    expect(headers['content-disposition']).toBe('attachment; filename="_img_src_x_onerror_alert_1__.patch"');
  });
});

describe('changes', () => {
  test('preferences and outcomes are recorded in the journal', async () => {
    const body = { preferred: 'right', over: '<img src=x onerror=alert(1)>', blind: true, note: 'clearer' };
    const said = await server.post(`/api/runs/${run}/preferences`, body);
    expect(said).toMatchObject({ run, by: 'choice', ...body });
    expect(await server.get(`/api/runs/${run}/preferences`)).toEqual({ preferences: [said] });
    await server.post(`/api/runs/${run}/outcomes`, { candidate: 'right', right: true });
    expect(await server.get(`/api/runs/${run}/candidates/right`)).toMatchObject({ outcome: { right: true } });
    expect(await server.get(`/api/runs/${run}/verify`)).toMatchObject({ intact: true });
  });

  test('a finished run cannot be cancelled', async () => {
    await expect(server.post(`/api/runs/${run}/cancel`, {})).rejects.toThrow('not-running');
  });

  test('only the change shown by the dry run is merged', async () => {
    const view = await server.get<EvaluationView>(`/api/runs/${run}`);
    const refused = view.candidates.find(({ name }) => name !== 'right');
    expect(refused?.merge?.allowed).toBe(false);
    expect(refused?.merge?.reason).toContain('tests');
    const path = `/api/runs/${run}/merge`;
    await expect(server.post(path, { candidate: refused?.name, dryRun: true })).rejects.toThrow(
      'not-mergeable',
    );

    const asked = { candidate: 'right', into: 'main', allowDegraded: true };
    type Answer = { readonly confirm: string; readonly outcome: { readonly status: string } };
    const dry = await server.post<Answer>(path, { ...asked, dryRun: true });
    expect(dry.outcome).toMatchObject({ status: 'would-merge', files: ['src/twice.mjs'] });
    await expect(server.post(path, { ...asked, dryRun: false })).rejects.toThrow('confirm');
    await expect(server.post(path, { ...asked, dryRun: false, confirm: '0'.repeat(64) })).rejects.toThrow(
      'confirm',
    );

    await project.git('commit', '--quiet', '--allow-empty', '--message', 'moved');
    await expect(server.post(path, { ...asked, dryRun: false, confirm: dry.confirm })).rejects.toThrow(
      'confirm',
    );

    const again = await server.post<Answer>(path, { ...asked, dryRun: true });
    const merged = await server.post<Answer>(path, { ...asked, dryRun: false, confirm: again.confirm });
    expect(merged.outcome.status).toBe('merged');
    expect(await project.git('show', 'main:src/twice.mjs')).toContain('value + value;');
  });
});

test('a file that was changed in the store is not shown', async () => {
  const { checks } = await server.get<{ checks: readonly { name: string; log: { digest: string } }[] }>(
    `/api/runs/${run}/candidates/baseline`,
  );
  const digest = checks.find(({ name }) => name === 'test')?.log.digest;
  // Repeats may have written the same.
  for (const { name, log } of checks.filter((check) => check.log.digest === digest))
    await writeFile(join(project.root, '.hydra/runs', run, `baseline/${name}.log`), `not ${log.digest}\n`);
  const answer = await server.raw(`/api/runs/${run}/logs/${digest}`);
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('run-damaged')]);
});
