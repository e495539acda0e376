import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentResult } from '../../src/core/domain/agent/agent-run.ts';
import { type AgentOptions, runAgent } from '../../src/faces/library/agents.ts';
import type { RunEvent } from '../../src/core/domain/run/run-event.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { has, unless } from '../support/needs.ts';

const CLAUDE = `#!/bin/sh
case "$*" in *stream-json*) ;; *) exit 9 ;; esac
[ "$ANTHROPIC_API_KEY" = secret-key ] || exit 8
[ -z "$OTHER_SECRET" ] || exit 7
cat > seen.txt
echo not json
echo '{"type":"system","subtype":"init"}'
echo '{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"Looking."}]}}'
echo '{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a"}}]}}'
echo '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"one"}]}}'
echo '{"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"Done."}]}}'
case "$*" in
  *--max-turns*1*) echo '{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":2}' ;;
  *) echo '{"type":"result","subtype":"success","result":"Done.","total_cost_usd":0.25,"usage":{"input_tokens":10,"output_tokens":5,"cache_read_input_tokens":100},"modelUsage":{"claude-x":{}}}' ;;
esac
`;

const MINE = `#!/bin/sh
printf '%s' "$1" > said.txt
cmp -s said.txt "$HYDRA_PROMPT_FILE" && echo same > same.txt
case "$1" in
  *fails*) echo "no luck" >&2; exit 3 ;;
  *sleeps*) sleep 60 ;;
  *links*) ln -s /etc/passwd "$HYDRA_USAGE_FILE"; exit 0 ;;
  *nonsense*) echo '{"input_tokens": -1, "output_tokens": "many"}' > "$HYDRA_USAGE_FILE"; exit 0 ;;
esac
echo '{"input_tokens": 7, "output_tokens": 3, "cost_usd": 0.5, "steps": 2, "model": "m"}' > "$HYDRA_USAGE_FILE"
`;

let project: ScratchProject;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-test-'));
  await mkdir(join(folder, 'bin'));
  for (const [name, text] of [
    ['claude', CLAUDE],
    ['my-agent', MINE],
  ] as const) {
    await writeFile(join(folder, 'bin', name), text);
    await chmod(join(folder, 'bin', name), 0o755);
  }
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`);
  vi.stubEnv('ANTHROPIC_API_KEY', 'secret-key');
  vi.stubEnv('OTHER_SECRET', 'must-not-be-seen');
  project = await makeProject({ 'a.txt': 'one\n' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await project.remove();
  await rm(folder, { recursive: true, force: true });
});

const mine = { command: ['my-agent', '{prompt}'], env: [], network: false };

const run = async (options: Partial<AgentOptions> & { readonly agent: string }) => {
  const events: RunEvent[] = [];
  const work = await runAgent({
    repo: project.root,
    base: 'main',
    prompt: 'Do it.',
    agents: { mine },
    record: async (event) => void events.push(event),
    ...options,
  });
  const patch = Buffer.from(work.patch).toString('utf8');
  return { ...work, result: AgentResult.parse(work.result), patch, events };
};

describe.skipIf(!has.sandbox)(`agents that are programs${unless('sandbox')}`, () => {
  test('any program: its change is taken, and its reported usage is trusted', async () => {
    const prompt = `It's "quoted" $(touch pwned) {prompt_file}; rm -rf \\`;
    const { result, patch, transcript } = await run({ agent: 'mine', prompt });
    expect(result).toMatchObject({
      model: 'm',
      ended: 'finished',
      steps: { value: 2 },
      toolCalls: { known: false },
      usage: { value: { input: 7, output: 3, cached: 0, total: 10 } },
      costUsd: { value: 0.5 },
    });
    expect(patch).toContain(`+${prompt}`);
    expect(patch).toContain('same.txt');
    expect(patch).not.toContain('pwned\n+++');
    expect(transcript).toContain('ended: finished');
  });

  test.each([
    ['one that fails', 'It fails.', 'failed', 'my-agent ended with exit code 3: no luck'],
    ['one that takes too long', 'It sleeps.', 'time', 'the limit of time is used up'],
    ['a report that is a link', 'It links.', 'finished', 'my-agent ended'],
    ['a report that is nonsense', 'Some nonsense.', 'finished', 'my-agent ended'],
  ])('%s: nothing is known beyond its report', async (_, prompt, ended, reason) => {
    const limits = ended === 'time' ? { wallMs: 2000 } : {};
    const { result } = await run({ agent: 'mine', prompt, limits });
    expect(result).toMatchObject({ ended, reason, usage: { known: false }, costUsd: { known: false } });
  });

  test('claude: its stream is the trace, with its own key only', async () => {
    const { result, patch, events } = await run({ agent: 'claude' });
    expect(result).toMatchObject({
      model: 'claude-x',
      ended: 'finished',
      steps: { value: 2 },
      toolCalls: { value: 1 },
      usage: { value: { input: 110, output: 5, cached: 100, total: 115 } },
      costUsd: { value: 0.25 },
      answer: 'Done.',
    });
    expect(patch).toContain('+Do it.');
    expect(events.map((event) => [event.event, 'step' in event ? event.step : undefined])).toEqual([
      ['agent_started', undefined],
      ['model_turn', 1],
      ['tool_call', 1],
      ['tool_result', 1],
      ['model_turn', 2],
      ['agent_ended', undefined],
    ]);
    expect(events[3]).toMatchObject({ name: 'Read', text: 'one', failed: false });
  });

  test('claude: it enforces a limit of turns itself', async () => {
    const { result } = await run({ agent: 'claude', limits: { steps: 1 } });
    expect(result).toMatchObject({ ended: 'steps', usage: { known: false } });
  });
});

describe('before anything runs', () => {
  const code = async (options: Partial<AgentOptions> & { readonly agent: string }) =>
    run(options).then(
      () => null,
      (error: unknown) => (error as { code?: string }).code,
    );

  test.each([
    ['an unknown name', { agent: 'nobody' }, 'agent-unknown'],
    ['a name from the prototype', { agent: 'constructor' }, 'agent-unknown'],
    ['no model', { agent: 'builtin:' }, 'agent-unknown'],
    [
      'a program that is not there',
      { agent: 'mine', agents: { mine: { ...mine, command: ['no-such-agent'] } } },
      'agent-program',
    ],
    [
      'a variable that is not set',
      { agent: 'mine', agents: { mine: { ...mine, env: ['HYDRA_TEST_UNSET'] } } },
      'agent-variable',
    ],
    [
      'a limit that cannot be enforced on a program',
      { agent: 'mine', limits: { costUsd: 1 } },
      'agent-limit',
    ],
    ['a limit that cannot be enforced on claude', { agent: 'claude', limits: { tokens: 5 } }, 'agent-limit'],
    ['an invalid limit', { agent: 'builtin:mock:empty', limits: { steps: -1 } }, 'agent-limit'],
    ['an unknown tool', { agent: 'builtin:mock:empty', tools: ['fly'] }, 'agent-tool'],
  ] as const)('%s', async (_, options, expected) => {
    expect(await code(options as Partial<AgentOptions> & { agent: string })).toBe(expected);
  });
});
