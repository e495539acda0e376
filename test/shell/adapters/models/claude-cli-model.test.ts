import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolSpecs } from '../../../../src/core/agent/tool-catalogue.ts';
import { openModels } from '../../../../src/shell/adapters/models/open-models.ts';

/** Prints the file next to it, and records its input. */
const CLAUDE = `#!/bin/sh
dir=$(dirname "$0")
printf '%s\\n' "$@" > "$dir/args"
cat > "$dir/stdin"
ls -A > "$dir/seen"
cat "$dir/answer"
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-test-'));
  await writeFile(join(folder, 'claude'), CLAUDE);
  await chmod(join(folder, 'claude'), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Done.',
  total_cost_usd: 0.02,
  usage: { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 5, cache_creation_input_tokens: 6 },
  modelUsage: { 'claude-sonnet-4-5': {} },
};

const ask = async (printed: string, { tools = false, model = 'claude-cli' } = {}) => {
  await writeFile(join(folder, 'answer'), printed);
  const environment = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const opened = await openModels(environment, async () => true).open(model);
  return opened.complete({
    system: 'Be good.',
    messages: [{ role: 'user', text: 'Mend sum.' }],
    tools: tools ? toolSpecs(['read_file']) : [],
  });
};
const seen = async (name: string) => (await import('node:fs/promises')).readFile(join(folder, name), 'utf8');

describe('claude -p as a model', () => {
  test('reports usage and cost, in an empty folder and without tools', async () => {
    const answer = await ask(JSON.stringify(RESULT), { model: 'claude-cli:opus' });
    expect(answer).toMatchObject({
      ok: true,
      text: 'Done.',
      toolCalls: [],
      model: 'claude-sonnet-4-5',
      usage: { value: { input: 14, output: 4, cached: 5, total: 18 } },
      costUsd: { value: 0.02 },
    });
    expect(await seen('stdin')).toBe('Mend sum.');
    expect(await seen('seen')).toBe('');
    const args = (await seen('args')).split('\n');
    expect(args.slice(0, 3)).toEqual(['-p', '--output-format', 'json']);
    expect(args[args.indexOf('--tools') + 1]).toBe('');
    expect(args[args.indexOf('--model') + 1]).toBe('opus');
    expect(args).toContain('Be good.');
  });

  test('calls tools in text, and takes a list of messages too', async () => {
    const result = 'First: {"tool_calls": [{"name": "read_file", "arguments": {"path": "a"}}]}';
    const answer = await ask(JSON.stringify([{ type: 'system' }, { ...RESULT, result }]), { tools: true });
    expect(answer).toMatchObject({
      ok: true,
      text: '',
      stopped: 'tools',
      toolCalls: [{ name: 'read_file', input: '{"path":"a"}' }],
    });
    expect(await seen('args')).toContain('- read_file: ');
  });

  test('unreported values are unknown', async () => {
    const answer = await ask(
      '{"type":"result","result":"Done.","total_cost_usd":null,"usage":null,"modelUsage":7}',
    );
    expect(answer).toMatchObject({ ok: true, usage: { known: false }, costUsd: { known: false } });
  });

  test.each([
    ['words', 'Error: not logged in', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['another document', '{"type": "system"}', 'unreadable'],
    ['an error of its own', '{"type":"result","is_error":true,"result":"bad \\u001b[31mkey"}', 'refused'],
    [
      'a limit of the session',
      '{"type":"result","is_error":true,"api_error_status":429,"result":null}',
      'rate-limited',
    ],
    ['its time limit', '{"type":"result","is_error":true,"result":"usage limit reached"}', 'rate-limited'],
  ])('%s is not an answer', async (_, printed, kind) => {
    const answer = await ask(printed);
    expect(answer).toMatchObject({ ok: false, kind });
    expect(JSON.stringify(answer)).not.toContain('[31m'.replace('[', '\\u001b['));
  });

  test('without the program nothing runs', async () => {
    await expect(openModels({ PATH: '/nowhere' }).open('claude-cli')).rejects.toMatchObject({
      code: 'claude-missing',
    });
  });
});
