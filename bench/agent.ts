// What the harness adds to a turn of a model: reading the answer, the tool, the trace.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgent } from '../src/faces/library/agents.ts';
import { openAgentTools } from '../src/faces/wiring/wiring.ts';
import { atNominalPace, type Line, line, makeRepository, report } from './support.ts';

const TURNS = 60;
const TEXT = `${'A line of source code that is read again and again.\n'.repeat(80)}`;

type Call = readonly [name: string, input: object];
const READ: Call = ['read_file', { path: 'src/file-1.txt' }];

const event = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`;

/** Streams the same call every time, and finally a word. */
const answer = ([name, input]: Call, last: boolean): string =>
  [
    event({ index: 0, delta: { role: 'assistant', content: 'Well.' }, finish_reason: null }),
    ...(last
      ? []
      : [
          event({
            index: 0,
            delta: {
              tool_calls: [
                {
                  index: 0,
                  id: 'call',
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                },
              ],
            },
            finish_reason: null,
          }),
        ]),
    event({ index: 0, delta: {}, finish_reason: last ? 'stop' : 'tool_calls' }),
    'data: [DONE]\n\n',
  ].join('');

const startServer = async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer(READ, asked % TURNS === 0));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    model: `compatible:http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#m`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const project = makeRepository(
  Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`src/file-${at}.txt`, TEXT])),
  {},
);

/** Milliseconds per turn of one run, without its workspace; the trace goes to a file as it does for users. */
const turnMs = async (model: string, call: Call): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
  const trace = await (await openAgentTools()).openTrace(join(folder, 'trace.jsonl'));
  const script = Array.from({ length: TURNS }, (_, at) =>
    at === TURNS - 1
      ? { text: 'Done.', calls: [] }
      : { text: 'Well.', calls: [{ name: call[0], input: call[1] }] },
  );
  const { result } = await runAgent({
    repo: project.root,
    base: 'main',
    agent: `builtin:${model}`,
    prompt: 'Read.',
    limits: { steps: TURNS + 1 },
    mock: { task: { id: 'bench', solution: [] }, script },
    record: trace.record,
  });
  await trace.close();
  rmSync(folder, { recursive: true, force: true });
  if (result.ended !== 'finished' || !result.steps.known || result.steps.value !== TURNS)
    throw new Error(`the run ended otherwise: ${result.ended}, ${result.reason}`);
  return result.wallMs / TURNS;
};

const measured = async (what: string, model: string, call: Call): Promise<Line> => {
  await turnMs(model, call);
  const ms = await atNominalPace(() => turnMs(model, call));
  return line(what, ms, 'ms*', { atMost: 50 });
};

const server = await startServer();
try {
  report('agent', [
    await measured('a turn that reads a file, scripted', 'mock:script', READ),
    await measured('a turn that reads a file, streamed over HTTP', server.model, READ),
    await measured('a turn that runs a command in the sandbox', 'mock:script', [
      'run_command',
      { command: 'true' },
    ]),
  ]);
} finally {
  server.close();
  project.remove();
}
