import { describe, expect, test } from 'vitest';
import type { AgentResult } from '../../../src/core/domain/agent/agent-run.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import type { RaceLimits } from '../../../src/core/domain/race/race-request.ts';
import { costPerSuccess } from '../../../src/core/race/cost-per-success.ts';
import { labelAttempt, reasonOf, statusOf } from '../../../src/core/race/label-attempt.ts';
import { nameEntrants } from '../../../src/core/race/name-entrants.ts';
import { racePrompt, refinePrompt, synthesizePrompt } from '../../../src/core/race/race-prompts.ts';
import { overspent } from '../../../src/core/race/watch-budget.ts';

const unknown = missing('not-configured', 'not said');

const aResult = (said: Partial<AgentResult> = {}): AgentResult => ({
  model: 'm',
  ended: 'finished',
  reason: 'it ended',
  steps: unknown,
  toolCalls: unknown,
  invalidCalls: unknown,
  usage: unknown,
  costUsd: unknown,
  wallMs: 1000,
  answer: 'Done.',
  ...said,
});

describe('names of attempts', () => {
  test('one attempt has the name of its agent, several are numbered, and --attempts is for the others', () => {
    expect(nameEntrants(['claude@opus:2', 'codex', 'mine'], 1).map(({ name }) => name)).toEqual([
      'claude@opus-1',
      'claude@opus-2',
      'codex',
      'mine',
    ]);
    expect(nameEntrants(['claude:2', 'codex'], 3).map(({ name, spec }) => `${name} ${spec}`)).toEqual([
      'claude-1 claude',
      'claude-2 claude',
      'codex-1 codex',
      'codex-2 codex',
      'codex-3 codex',
    ]);
  });

  test('an agent that is named twice gets as many attempts, and no name is there twice', () => {
    expect(nameEntrants(['codex', 'codex:2'], 1).map(({ name }) => name)).toEqual([
      'codex-1',
      'codex-2',
      'codex-3',
    ]);
  });

  test('a name has no slash: it is a folder of the run', () => {
    expect(nameEntrants(['opencode@anthropic/x'], 1)[0]?.name).toBe('opencode@anthropic_x');
  });
});

describe('how an attempt turned out', () => {
  test.each([
    [{}, 2, 'done', 'completed'],
    [{}, 0, 'empty', 'completed'],
    [{ answer: 'Shall I?' }, 0, 'asked', 'failed'],
    [{ answer: 'Shall I?' }, 1, 'done', 'completed'],
    [{ ended: 'asked' }, 1, 'asked', 'failed'],
    [{ ended: 'time' }, 1, 'timed-out', 'timed_out'],
    [{ ended: 'cost' }, 1, 'over-budget', 'timed_out'],
    [{ ended: 'stopped' }, 1, 'stopped', 'timed_out'],
    [{ ended: 'failed' }, 1, 'failed', 'failed'],
    [{ ended: 'unavailable' }, 0, 'unavailable', 'failed'],
  ] as const)('%j with %i files: %s', (said, files, label, status) => {
    expect(labelAttempt(aResult(said), files)).toBe(label);
    expect(statusOf(label, 'why').status).toBe(status);
  });

  test('a gate says how the agent ended, and a question is quoted', () => {
    expect(statusOf('timed-out', 'it did nothing for 600 seconds').ended).toBe(
      'the agent timed out: it did nothing for 600 seconds',
    );
    expect(reasonOf('asked', aResult({ answer: 'Looked.\nShall I?' }))).toBe('Shall I?');
    expect(reasonOf('empty', aResult())).toBe('');
  });
});

describe('budgets', () => {
  const none: RaceLimits = {
    timeoutMs: 1,
    idleMs: null,
    tokens: null,
    usd: null,
    totalTokens: null,
    totalUsd: null,
  };
  const own = { tokens: 100, usd: 1 };

  test.each([
    ['no limit', {}, null],
    ['below', { tokens: 101, usd: 1.01, totalTokens: 151, totalUsd: 1.01 }, null],
    ['its tokens', { tokens: 100 }, 'tokens'],
    ['its cost', { usd: 1 }, 'cost'],
    ['tokens of all', { totalTokens: 150 }, 'tokens'],
    ['cost of all', { totalUsd: 1 }, 'cost'],
  ] as const)('%s', (_, limits, ended) => {
    const all = [own, { tokens: 50, usd: null }];
    expect(overspent({ ...none, ...limits }, own, all)?.ended ?? null).toBe(ended);
  });

  test('what is not reported is not held against an agent while it works', () => {
    expect(overspent({ ...none, tokens: 1, usd: 0.01 }, { tokens: null, usd: null }, [])).toBeNull();
  });
});

test('cost per success counts failed attempts too, and an unknown cost stays unknown', () => {
  const paid = (agent: string, usd: number | null) => ({
    agent,
    spec: agent.split('-')[0] ?? '',
    result: aResult({ costUsd: usd === null ? unknown : measured(usd) }),
  });
  const costs = costPerSuccess(
    [paid('a-1', 1), paid('a-2', 3), paid('b-1', null), paid('c-1', 2)],
    new Set(['a-2', 'b-1']),
  );
  expect(costs.map(({ spec, usdPerSuccess, usd }) => [spec, usd, usdPerSuccess])).toEqual([
    ['a', 4, 4],
    ['b', null, null],
    ['c', 2, null],
  ]);
});

describe('prompts', () => {
  test('every agent gets the same words, with the brief if there is one', () => {
    expect(racePrompt('Fix it.', null)).not.toContain('About this repository');
    expect(racePrompt('Fix it.', 'Tabs.')).toContain('Tabs.');
    expect(refinePrompt('Fix it.', 'x'.repeat(100_000)).length).toBeLessThan(40_000);
  });

  test('diffs of others are fenced by a word that their authors cannot know, and cut', () => {
    const prompt = synthesizePrompt(
      'Fix it.',
      [{ name: 'a', patch: 'y'.repeat(200_000), evidence: ['total: 1'] }],
      'n0nce',
    );
    expect(prompt).toContain('<<<n0nce');
    expect(prompt.length).toBeLessThan(70_000);
  });
});
