import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readToolCall } from '../../../../src/core/agent/read-tool-call.ts';
import { toolSpecs } from '../../../../src/core/agent/tool-catalogue.ts';
import { boundedFetch } from '../../../../src/shell/adapters/models/bounded-fetch.ts';
import type { Message, ToolCall } from '../../../../src/core/domain/agent/conversation.ts';
import { openModels } from '../../../../src/shell/adapters/models/open-models.ts';
import type { Completion, ModelRequest, ModelRetry } from '../../../../src/shell/ports/models.ts';
import { DIALECTS, type Dialect, USAGE } from './dialects.ts';
import { fails, hangsUp, type Reply, says, startWireServer, streams } from './wire-server.ts';

let server: Awaited<ReturnType<typeof startWireServer>>;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const TEXT = 'Reading “sum.js” — 読む…';
const CALL = { id: 'call_1', name: 'read_file', input: '{"path":"sum.js"}' };
const FIRST: readonly Message[] = [{ role: 'user', text: 'Mend sum.' }];
const tools = toolSpecs();

/** Asks once; waits take no time, and are recorded. */
const ask = async (dialect: Dialect, replies: readonly Reply[], more: Partial<ModelRequest> = {}) => {
  server.queue(...replies);
  const waits: number[] = [];
  const retries: ModelRetry[] = [];
  const models = openModels(dialect.environment(server.url), async (ms, signal) => {
    waits.push(ms);
    return signal?.aborted !== true;
  });
  const model = await models.open(dialect.spec(server.url));
  const answer = await model.complete({
    system: 'You mend things.',
    messages: FIRST,
    tools,
    onRetry: (retry) => retries.push(retry),
    ...more,
  });
  return { model, answer, waits, retries, asked: [...server.asked] };
};

describe.each(Object.entries(DIALECTS))('%s', (_, dialect) => {
  const whole = () => streams(dialect.stream({ text: TEXT, call: CALL }));

  test('text and tool calls are assembled from pieces', async () => {
    const { answer, asked, model } = await ask(dialect, [whole()]);
    expect(answer).toMatchObject({
      ok: true,
      text: TEXT,
      toolCalls: [{ name: 'read_file' }],
      stopped: 'tools',
      model: dialect.model,
      usage: { value: { ...USAGE, total: USAGE.input + USAGE.output } },
    });
    expect(JSON.parse((answer as Completion).toolCalls[0]?.input ?? '')).toEqual({ path: 'sum.js' });
    expect(model.priced).toBe(dialect.priced);
    const { costUsd } = answer as Completion;
    expect(costUsd.known).toBe(dialect.priced);
    if (costUsd.known) expect(costUsd.value).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe(dialect.path);
    expect(asked[0]?.headers[dialect.key[0]]).toBe(dialect.key[1]);
    const body = JSON.stringify(asked[0]?.body);
    for (const word of ['You mend things.', 'Mend sum.', 'read_file', 'security_scan'])
      expect(body).toContain(word);
  });

  test('tool results are sent back next to the model’s earlier messages', async () => {
    const first = (await ask(dialect, [whole()])).answer as Completion;
    const [call] = first.toolCalls;
    const messages: readonly Message[] = [
      ...FIRST,
      { role: 'assistant', text: first.text, toolCalls: first.toolCalls, carried: first.carried },
      {
        role: 'tools',
        answers: [{ id: call?.id ?? '', name: 'read_file', text: 'a - b', failed: false }],
      },
    ];
    const { answer, asked } = await ask(dialect, [streams(dialect.stream({ text: 'Done.' }))], { messages });
    expect(answer).toMatchObject({ ok: true, text: 'Done.', toolCalls: [], stopped: 'done' });
    const body = JSON.stringify(asked[0]?.body);
    for (const word of [TEXT, 'a - b', 'sum.js']) expect(body).toContain(word);
  });

  test('waits out a rate limit for as long as the server wants', async () => {
    const { answer, waits, retries } = await ask(dialect, [
      fails(429, 'slow down', { 'retry-after': '3' }),
      whole(),
    ]);
    expect(answer).toMatchObject({ ok: true, text: TEXT });
    expect(waits).toEqual([3000]);
    expect(retries).toMatchObject([{ attempt: 1, waitMs: 3000, reason: expect.stringContaining('429') }]);
  });

  test('gives up on a rate limit that never ends, and on one of an hour', async () => {
    const endless = await ask(
      dialect,
      Array.from({ length: 9 }, () => fails(429, 'slow down')),
    );
    expect(endless.answer).toMatchObject({ ok: false, kind: 'rate-limited' });
    expect(endless.asked).toHaveLength(7);
    expect(endless.waits.every((ms) => ms > 0 && ms <= 30_000)).toBe(true);
    const hour = await ask(dialect, [fails(429, 'later', { 'retry-after': '3600' })]);
    expect(hour.answer).toMatchObject({ ok: false, kind: 'rate-limited' });
    expect(hour.waits).toEqual([]);
  });

  test.each([
    [500, 'unavailable', 6],
    [503, 'unavailable', 6],
    [401, 'refused', 1],
    [400, 'refused', 1],
  ] as const)('status %i is %s', async (status, kind, times) => {
    const { answer, asked } = await ask(
      dialect,
      Array.from({ length: 9 }, () => fails(status, 'no')),
    );
    expect(answer).toMatchObject({ ok: false, kind, reason: expect.stringContaining(`status ${status}`) });
    expect(asked).toHaveLength(times);
  });

  test.each([
    [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    [400, "This model's maximum context length is 128000 tokens"],
    [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed'],
    [413, 'Request exceeds the maximum size'],
  ])('status %d, %s: the conversation is too long, and is not retried', async (status, message) => {
    const { answer, asked } = await ask(dialect, [fails(status, message)]);
    expect(answer).toMatchObject({ ok: false, kind: 'context' });
    expect(asked).toHaveLength(1);
  });

  test('a truncated answer is not an answer, wherever it is cut', async () => {
    const text = dialect.stream({ text: TEXT, call: CALL });
    const bytes = Buffer.byteLength(text);
    for (const share of [0, 0.2, 0.5, 0.7]) {
      const cut = streams(text, { cutAfter: Math.floor(bytes * share), pieceBytes: 64 });
      const { answer } = await ask(dialect, [cut, cut, cut]);
      expect(answer).toMatchObject({ ok: false, kind: 'unreadable' });
    }
    const again = await ask(dialect, [streams(text, { cutAfter: bytes / 2 }), whole()]);
    expect(again.answer).toMatchObject({ ok: true, text: TEXT });
  });

  test('a broken connection is retried', async () => {
    const half = dialect.stream({ text: TEXT, call: CALL }).slice(0, 300);
    const { answer, asked } = await ask(dialect, [hangsUp(), hangsUp(half), whole()]);
    expect(answer).toMatchObject({ ok: true, text: TEXT });
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['a page of HTML', says('<html>login</html>')],
    ['JSON that is not a stream', says('{"hello": 1}', 'application/json')],
    ['nothing', says('', 'text/event-stream')],
    ['lines that are not JSON', streams('data: {"type": \n\ndata: }{\n\n')],
    ['JSON of an unknown shape', streams('data: {"type":"surprise","candidates":7,"choices":{}}\n\n')],
  ])('%s is not an answer', async (_what, reply) => {
    const { answer } = await ask(
      dialect,
      Array.from({ length: 9 }, () => reply),
    );
    expect(answer).toMatchObject({ ok: false });
    expect((answer as { kind: string }).kind).toMatch(/^(unreadable|unavailable)$/);
  });

  test('an aborted request ends at once', async () => {
    const waiting = new AbortController();
    const abortWhenAsked: Reply = () => waiting.abort();
    const { answer, asked } = await ask(dialect, [abortWhenAsked], { signal: waiting.signal });
    expect(answer).toMatchObject({ ok: false, kind: 'interrupted' });
    expect(asked).toHaveLength(1);
  });

  test('without a key nothing is requested', async () => {
    server.queue();
    const opening = openModels({}).open(dialect.spec(server.url));
    if (dialect.spec('').startsWith('compatible')) await expect(opening).resolves.toBeDefined();
    else await expect(opening).rejects.toMatchObject({ code: 'model-key-missing', name: 'UserError' });
    expect(server.asked).toHaveLength(0);
  });

  test('an error in the middle of an answer is retried', async () => {
    const { answer, asked } = await ask(dialect, [streams(dialect.overloaded), whole()]);
    expect(answer).toMatchObject({ ok: true, text: TEXT });
    expect(asked).toHaveLength(2);
  });

  test('JSON is requested by its schema', async () => {
    const shape = {
      name: 'vote',
      schema: { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] },
    };
    const { answer, asked } = await ask(dialect, [streams(dialect.stream({ text: '{"score": 7}' }))], {
      tools: [],
      shape,
    });
    expect(answer).toMatchObject({ ok: true, text: '{"score": 7}' });
    expect(JSON.stringify(asked[0]?.body)).toContain('score');
  });
});

test('a server that does not support schemas is asked in words only', async () => {
  const dialect = DIALECTS['compatible'] as Dialect;
  const shape = { name: 'vote', schema: { type: 'object' } };
  const { answer, asked } = await ask(
    dialect,
    [fails(400, 'unknown response_format'), streams(dialect.stream({ text: '{"score": 7}' }))],
    { tools: [], shape },
  );
  expect(answer).toMatchObject({ ok: true, text: '{"score": 7}' });
  expect(asked.map(({ body }) => 'response_format' in body)).toEqual([true, false]);
});

test('a server that does not report usage leaves it unknown', async () => {
  const dialect = DIALECTS['compatible'] as Dialect;
  const silent = dialect.stream({ text: TEXT }).replace(/data: [^\n]*"usage"[^\n]*\n\n/, '');
  const { answer } = await ask(dialect, [streams(silent)]);
  expect(answer).toMatchObject({ ok: true, usage: { known: false }, costUsd: { known: false } });
});

test('the fixed part and the conversation so far are cached at Anthropic', async () => {
  const dialect = DIALECTS['anthropic'] as Dialect;
  const { asked } = await ask(dialect, [streams(dialect.stream({ text: TEXT }))]);
  const body = asked[0]?.body as { system?: unknown; messages?: unknown };
  for (const part of [body.system, body.messages]) expect(JSON.stringify(part)).toContain('cache_control');
});

test('a key repeated by the server is not passed on', async () => {
  const dialect = DIALECTS['openai'] as Dialect;
  const { answer } = await ask(dialect, [fails(401, 'Incorrect API key: key-o. Find yours at …')]);
  expect(answer).toMatchObject({ ok: false, kind: 'refused', reason: expect.stringContaining('[key]') });
  expect(JSON.stringify(answer)).not.toContain('key-o');
});

test('a key does not follow to another address', async () => {
  const dialect = DIALECTS['anthropic'] as Dialect;
  const away: Reply = (response) => {
    response.writeHead(307, { location: `${server.url}/elsewhere` });
    response.end();
  };
  const { answer, asked } = await ask(
    dialect,
    Array.from({ length: 9 }, () => away),
  );
  expect(answer).toMatchObject({ ok: false });
  expect(asked.every(({ path }) => path === dialect.path)).toBe(true);
});

test('an answer without an end does not fill the memory', async () => {
  const [piece, most] = ['x'.repeat(1000), 5000];
  server.queue(async (response) => {
    response.writeHead(200);
    for (let at = 0; at < 20; at += 1) response.write(piece);
    response.end();
  });
  const response = await boundedFetch(most)(server.url, { method: 'POST', body: '{}' });
  await expect(response.text()).rejects.toThrow(/longer than 5000 bytes/);
});

test('endlessly nested arguments are invalid and sent back as such', async () => {
  const dialect = DIALECTS['compatible'] as Dialect;
  const input = `{"path":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const first = await ask(dialect, [
    streams(dialect.stream({ text: '', call: { ...CALL, input } }), { pieceBytes: 9000 }),
  ]);
  const { toolCalls, carried } = first.answer as Completion;
  expect(readToolCall(toolCalls[0] as ToolCall, ['read_file'])).toMatchObject({ ok: false });
  const messages: readonly Message[] = [
    ...FIRST,
    { role: 'assistant', text: '', toolCalls, carried },
    { role: 'tools', answers: [{ id: CALL.id, name: 'read_file', text: 'no', failed: true }] },
  ];
  const again = await ask(dialect, [streams(dialect.stream({ text: 'Sorry.' }))], { messages });
  expect(again.answer).toMatchObject({ ok: true, text: 'Sorry.' });
});
