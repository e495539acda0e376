import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRetryAfter, retryDelay } from '../../../src/core/agent/retry-delay.ts';
import { spentBudget } from '../../../src/core/agent/spent-budget.ts';
import { AgentLimits } from '../../../src/core/domain/agent/agent-run.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { nameSpec, readModelSpec } from '../../../src/core/domain/agent/model-spec.ts';

describe('names of models', () => {
  test.each([
    ['anthropic:claude-sonnet-4-5', { provider: 'anthropic', model: 'claude-sonnet-4-5' }],
    ['openai:ft:gpt-4o:org::id', { provider: 'openai', model: 'ft:gpt-4o:org::id' }],
    ['claude-cli', { provider: 'claude-cli', model: 'default' }],
    ['mock:synthetic', { provider: 'mock', model: 'synthetic' }],
    [
      'compatible:http://localhost:11434/v1/#qwen3:8b',
      { provider: 'compatible', url: 'http://localhost:11434/v1', model: 'qwen3:8b' },
    ],
  ])('%s', (text, spec) => expect(readModelSpec(text)).toEqual({ ok: true, spec }));

  test.each([
    ['', 'no provider'],
    ['gpt-5', 'no provider'],
    ['anthropic:', 'names no model'],
    ['__proto__:x', 'no provider'],
    ['compatible:http://x', 'names no model'],
    ['compatible:file:///etc#x', 'http://'],
    ['compatible:http://me:secret@x#y', 'HYDRA_COMPATIBLE_API_KEY'],
    ['openai:a b', 'white space'],
    ['openai:a\u0000', 'white space'],
    [`openai:${'x'.repeat(600)}`, '500'],
  ])('%s is invalid', (text, why) => {
    expect(readModelSpec(text)).toMatchObject({ ok: false, reason: expect.stringContaining(why) });
  });

  test('a name that is read and formatted again is the same', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readModelSpec(text);
        if (!read.ok) return true;
        return JSON.stringify(readModelSpec(nameSpec(read.spec))) === JSON.stringify(read);
      }),
    );
  });
});

describe('how long to wait', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  test.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Thu, 01 Jan 2020 00:00:05 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
    [{}, null],
  ])('%j', (headers, ms) => {
    const read = readRetryAfter(headers as Record<string, string>, now);
    if (ms === null) expect(read === null || read >= 0).toBe(true);
    else expect(read).toBe(ms);
  });

  test('waits grow up to a limit, and more than two minutes are not waited', () => {
    const at = (attempt: number) => retryDelay(attempt, null, 1);
    expect([1, 2, 3, 9].map(at)).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelay(1, null, 0)).toBe(500);
    expect(retryDelay(1, 120_000, 0)).toBe(120_000);
    expect(retryDelay(1, 120_001, 0)).toBeNull();
  });
});

describe('a budget', () => {
  const usage = measured({ input: 9, output: 1, cached: 0, total: 10 });
  const spent = { steps: 3, usage, costUsd: measured(0.5), wallMs: 100 };
  const ends = (limits: Partial<AgentLimits>, more: Partial<typeof spent> = {}) =>
    spentBudget(AgentLimits.parse(limits), { ...spent, ...more })?.budget ?? null;

  test('is used up when the limit is reached, and not before', () => {
    expect([ends({}), ends({ steps: 4 }), ends({ steps: 3 })]).toEqual([null, null, 'steps']);
    expect([ends({ tokens: 11 }), ends({ tokens: 10 })]).toEqual([null, 'tokens']);
    expect([ends({ costUsd: 0.6 }), ends({ costUsd: 0.5 })]).toEqual([null, 'cost']);
    expect([ends({ wallMs: 101 }), ends({ wallMs: 100 })]).toEqual([null, 'time']);
  });

  test('an unknown amount counts as used up if there is a limit', () => {
    const unknown = missing('infrastructure', 'not said');
    const untold = { ...spent, usage: unknown, costUsd: unknown };
    expect(spentBudget(AgentLimits.parse({}), untold)).toBeNull();
    expect(spentBudget(AgentLimits.parse({ tokens: 9 }), untold)).toMatchObject({
      budget: 'tokens',
      used: null,
    });
    expect(spentBudget(AgentLimits.parse({ costUsd: 9 }), untold)).toMatchObject({
      budget: 'cost',
      used: null,
    });
  });
});
