import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAgent } from '../../src/faces/library/agents.ts';
import type { RunEvent } from '../../src/core/domain/run/run-event.ts';
import { DIALECTS, type Dialect } from '../shell/adapters/models/dialects.ts';
import {
  fails,
  neverAnswers,
  type Reply,
  startWireServer,
  streams,
} from '../shell/adapters/models/wire-server.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { has, unless } from '../support/needs.ts';

let project: ScratchProject;
let server: Awaited<ReturnType<typeof startWireServer>>;
beforeAll(async () => {
  server = await startWireServer();
  project = await makeProject({
    'sum.js': 'export const sum = (a, b) => a - b;\n',
    'AGENTS.md': 'Always greet the code.\n',
  });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await server.close();
  await project.remove();
});

const run = async (dialect: Dialect, replies: readonly Reply[], wallMs = 60_000) => {
  for (const [name, value] of Object.entries(dialect.environment(server.url))) vi.stubEnv(name, value);
  server.queue(...replies);
  const events: RunEvent[] = [];
  const work = await runAgent({
    repo: project.root,
    base: 'main',
    agent: `builtin:${dialect.spec(server.url)}`,
    prompt: 'Mend sum.',
    commands: { tests: 'grep -q "a + b" sum.js' },
    limits: { wallMs },
    record: async (event) => void events.push(event),
  });
  return { ...work, patch: Buffer.from(work.patch).toString('utf8'), events, asked: [...server.asked] };
};

const calls = (dialect: Dialect, name: string, input: object): Reply =>
  streams(dialect.stream({ text: 'Well.', call: { id: `id-${name}`, name, input: JSON.stringify(input) } }), {
    pieceBytes: 50,
  });

describe.skipIf(!has.sandbox)(`the agent over HTTP${unless('sandbox')}`, () => {
  test.each(Object.keys(DIALECTS))('%s fixes the code with tools', async (name) => {
    const dialect = DIALECTS[name] as Dialect;
    const { result, patch, asked, events, transcript } = await run(dialect, [
      calls(dialect, 'edit_file', { kind: 'edit', path: 'sum.js', find: 'a - b', replace: 'a + b' }),
      fails(429, 'slow down', { 'retry-after-ms': '1' }),
      calls(dialect, 'run_tests', {}),
      streams(dialect.stream({ text: 'Mended.' })),
    ]);
    expect(result).toMatchObject({
      ended: 'finished',
      steps: { value: 3 },
      toolCalls: { value: 2 },
      invalidCalls: { value: 0 },
      usage: { value: { input: 30, output: 60, cached: 12, total: 90 } },
      costUsd: { known: dialect.priced },
      answer: 'Mended.',
    });
    expect(patch).toContain('+export const sum = (a, b) => a + b;');
    expect(events.filter(({ event }) => event === 'model_retry')).toMatchObject([{ step: 2, waitMs: 1 }]);
    expect(JSON.stringify(asked[0]?.body)).toContain('Always greet the code.');
    expect(JSON.stringify(asked.at(-1)?.body)).toContain('[exit code 0]');
    expect(transcript).toContain('calls run_tests');
  });

  test('work done before the server went away is kept', async () => {
    const dialect = DIALECTS['openai'] as Dialect;
    const { result, patch } = await run(dialect, [
      calls(dialect, 'edit_file', { kind: 'add', path: 'new.txt', content: 'x\n' }),
      fails(403, 'no more'),
    ]);
    expect(result).toMatchObject({ ended: 'unavailable', reason: expect.stringContaining('status 403') });
    expect(result.usage).toMatchObject({ known: true });
    expect(patch).toContain('new.txt');
  });

  test('a server that never answers uses up the time', async () => {
    const dialect = DIALECTS['anthropic'] as Dialect;
    const { result, events } = await run(dialect, [neverAnswers], 700);
    expect(result).toMatchObject({ ended: 'time', steps: { value: 0 }, usage: { known: false } });
    expect(events.map(({ event }) => event)).toContain('budget_exhausted');
  });
});
