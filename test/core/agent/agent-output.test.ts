import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgentAccount, NOTHING_SAID, takeSaying } from '../../../src/core/agent/agent-account.ts';
import type { AgentProgram } from '../../../src/core/agent/agent-program.ts';
import { AGENT_PROGRAMS } from '../../../src/core/agent/agent-programs.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/agents', import.meta.url));

const read = (program: AgentProgram, text: string): AgentAccount => {
  let account = NOTHING_SAID;
  for (const line of text.split('\n'))
    for (const saying of program.readLine(line)) account = takeSaying(account, saying).account;
  return account;
};

const programOf = (id: string): AgentProgram => {
  const found = AGENT_PROGRAMS.find((program) => program.id === id);
  if (found === undefined) throw new Error(`no agent is called ${id}`);
  return found;
};

const recorded = (id: string, what: string): string => readFileSync(join(FIXTURES, id, what), 'utf8');

/** The content of the recorded conversations of `npm run campaign:agents`: two replies, one call, these tokens. */
const WORKED = [
  ['claude', 2, 1, { input: 2400, output: 80, cached: 400, total: 2480 }],
  ['codex', 1, 1, { input: 2400, output: 80, cached: 400, total: 2480 }],
  ['gemini', 2, 1, { input: 2400, output: 80, cached: 400, total: 2480 }],
  ['opencode', 2, 1, { input: 2400, output: 80, cached: 400, total: 2480 }],
  ['qwen', 2, 1, { input: 2400, output: 80, cached: 400, total: 2480 }],
] as const;

describe('recorded output of real agents', () => {
  test.each(WORKED)('%s: replies, calls and tokens', (id, steps, toolCalls, usage) => {
    const account = read(programOf(id), recorded(id, 'worked.out'));
    expect(account).toMatchObject({ steps, toolCalls, usage, login: null, question: null });
    expect(account.end).toMatchObject({ ok: true });
    expect(account.end?.answer || account.lastText).toBe('The greeting is in place.');
  });

  test('claude and opencode report their cost', () => {
    for (const id of ['claude', 'opencode'])
      expect(read(programOf(id), recorded(id, 'worked.out')).costUsd).toBeGreaterThan(0);
  });

  test.each(['claude', 'qwen'])('%s gives the model of every reply, so that each can be priced', (id) => {
    const account = read(programOf(id), recorded(id, 'worked.out'));
    const [[model, usage] = []] = [...account.usageByModel];
    expect([account.usageByModel.size, account.models]).toEqual([1, [model]]);
    expect(usage?.input).toBeGreaterThan(0);
  });

  test('a program’s own messages are not replies of a model', () => {
    expect(read(programOf('claude'), recorded('claude', 'logged-out.out')).models).toEqual([]);
  });

  test('copilot ends well, with its call and its answer', () => {
    const account = read(programOf('copilot'), recorded('copilot', 'worked.out'));
    expect(account).toMatchObject({ steps: 2, toolCalls: 1, models: ['gpt-5'], end: { ok: true } });
    expect(account.lastText).toBe('The greeting is in place.');
  });

  test('aider: tokens and cost as it prints them', () => {
    const account = read(programOf('aider'), recorded('aider', 'worked.out'));
    expect(account).toMatchObject({ steps: 1, usage: { input: 1200, output: 40 } });
    expect(account.costUsd).toBeGreaterThan(0);
  });

  test.each(readdirSync(FIXTURES))('%s: a refused key is recognised as a login error', (id) => {
    const text = recorded(id, 'refused.out') + recorded(id, 'refused.err');
    expect(programOf(id).notLoggedIn.some((pattern) => pattern.test(text))).toBe(true);
  });
});

describe.each(AGENT_PROGRAMS.map((program) => [program.id, program] as const))('%s', (id, program) => {
  const path = join(FIXTURES, id, 'worked.out');
  const whole = existsSync(path)
    ? readFileSync(path, 'utf8')
    : '{"type":"result","usage":{"input_tokens":1}}\n';

  test('output that is cut off anywhere is read up to there', () => {
    const all = read(program, whole);
    for (let at = 0; at < whole.length; at += Math.max(1, Math.floor(whole.length / 50))) {
      const part = read(program, whole.slice(0, at));
      expect(part.toolCalls).toBeLessThanOrEqual(all.toolCalls);
      expect(part.steps).toBeLessThanOrEqual(all.steps);
    }
  });

  test('hostile output never breaks the account', () => {
    const hostile = [
      '{"type":"result","usage":{"input_tokens":-5,"output_tokens":1e400},"total_cost_usd":"free","result":{"a":1}}',
      '{"type":"assistant","message":{"id":7,"content":[null,5,{"type":"tool_use"},{"type":"text","text":["x"]}]}}',
      '{"type":"__proto__","__proto__":{"polluted":true},"part":null,"data":[],"item":"x","stats":7}',
      '{"type":"tool_use","part":{"state":{"input":{"constructor":1}}},"tool_name":{},"parameters":"\u001b[2J"}',
      `{"type":"item.completed","item":{"type":"agent_message","text":"${'x'.repeat(100_000)}"}}`,
      `Tokens: ${'9'.repeat(400)}k sent, 1 received. Cost: $1.1.1.1 message, $2 session.`,
      '['.repeat(5000),
      `{"a":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
    ];
    const account = read(program, hostile.join('\n'));
    expect(account.usage === undefined || Number.isSafeInteger(account.usage.total)).toBe(true);
    expect(account.lastAction.length).toBeLessThanOrEqual(300);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('any text is read without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `{"type":"result","usage":${text}}`),
        ),
        (text) => {
          const { usage, costUsd } = read(program, text);
          return (usage === undefined || usage.total >= 0) && (costUsd === undefined || costUsd >= 0);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('its command carries the model as one word, and its login is below the home', () => {
    const command = program.command("it's $(touch x)", {});
    if (program.obeys.includes('model')) expect(command).toContain(`'it'\\''s $(touch x)'`);
    expect(command).toContain('$HYDRA_REPORT_DIR/prompt.md');
    for (const login of program.logins) expect(login).toMatch(/^\.[\w./-]+$/);
  });
});
