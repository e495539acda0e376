import { describe, expect, test } from 'vitest';
import type { AgentResult } from '../../../src/core/domain/agent/agent-run.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import type { RaceLimits } from '../../../src/core/domain/race/race-request.ts';
import { costPerSuccess } from '../../../src/core/race/cost-per-success.ts';
import { labelAttempt, reasonOf, statusOf } from '../../../src/core/race/label-attempt.ts';
import { behindGood } from '../../../src/core/race/early-stop.ts';
import { lateLimits, type LimitedAgent } from '../../../src/core/race/late-limits.ts';
import { sortAttempts } from '../../../src/core/race/sort-attempts.ts';
import type { Reporting } from '../../../src/core/agent/agent-program.ts';
import { lineOf, nameEntrants, refinedName } from '../../../src/core/race/name-entrants.ts';
import { racePrompt, refinePrompt, synthesizePrompt } from '../../../src/core/race/race-prompts.ts';
import { overspent } from '../../../src/core/race/watch-budget.ts';

const unknown = missing('not-configured', 'not said');

const NO_LIMITS: RaceLimits = {
  timeoutMs: 1,
  idleMs: null,
  tokens: null,
  usd: null,
  totalTokens: null,
  totalUsd: null,
};

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
  test('one attempt has the name of its agent, several are numbered, and --attempts applies to the others', () => {
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

  test('an agent that is listed twice gets as many attempts, and no name occurs twice', () => {
    expect(nameEntrants(['codex', 'codex:2'], 1).map(({ name }) => name)).toEqual([
      'codex-1',
      'codex-2',
      'codex-3',
    ]);
  });

  test('a name has no slash: it is a folder of the run', () => {
    expect(nameEntrants(['opencode@anthropic/x'], 1)[0]?.name).toBe('opencode@anthropic_x');
  });

  test('an explicit number is kept, even if it is 1, and names that Hydra uses are reserved', () => {
    expect(nameEntrants(['claude:1', 'codex'], 2).map(({ name }) => name)).toEqual([
      'claude',
      'codex-1',
      'codex-2',
    ]);
    expect(nameEntrants(['synthesis', 'baseline', 'a/b', 'a_b'], 1).map(({ name }) => name)).toEqual([
      'synthesis.2',
      'baseline.2',
      'a_b',
      'a_b.2',
    ]);
  });

  test('a refined attempt is named after the first of its line, once per round', () => {
    expect(refinedName('claude', 1)).toBe('claude+1');
    expect(refinedName('claude+1', 2)).toBe('claude+2');
    expect(lineOf('claude+1', 2)).toBe(lineOf('claude', 2));
    // An agent of this name has not been refined.
    expect(refinedName('c+1', 1)).toBe('c+1+1');
  });

  test('attempts are in the order of their start, round by round, whichever was quicker', () => {
    const done = [
      { agent: 'b', round: 0 },
      { agent: 'a+1', round: 1 },
      { agent: 'a', round: 0 },
    ];
    expect(sortAttempts(done, ['a', 'b', 'a+1']).map(({ agent }) => agent)).toEqual(['a', 'b', 'a+1']);
  });
});

describe('early stop', () => {
  const good = { name: 'a', tokens: 100, wallMs: 1000 };
  test.each([
    ['never', { tokens: 900, workedMs: 9000 }, null],
    ['first-good', { tokens: 0, workedMs: 0 }, 'a already passes every gate with proof'],
    ['budget', { tokens: 99, workedMs: 9000 }, null],
    ['budget', { tokens: 100, workedMs: 0 }, /as many tokens/],
    ['budget', { tokens: null, workedMs: 999 }, null],
    ['budget', { tokens: null, workedMs: 1000 }, /as long/],
  ] as const)('%s with %j', (when, other, why) => {
    const said = behindGood(when, good, other);
    if (why === null) expect(said).toBeNull();
    else expect(said).toMatch(why);
  });
});

describe('state of an attempt', () => {
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

  test('a gate shows how the agent ended, and a question is quoted', () => {
    expect(statusOf('timed-out', 'it did nothing for 600 seconds').ended).toBe(
      'the agent timed out: it did nothing for 600 seconds',
    );
    expect(reasonOf('asked', aResult({ answer: 'Looked.\nShall I?' }), NO_LIMITS)).toBe('Shall I?');
    expect(reasonOf('empty', aResult(), NO_LIMITS)).toBe('');
    expect(reasonOf('failed', aResult(), NO_LIMITS)).toBe('it ended');
  });

  test('one that reports its usage too late is done, and the broken limit is shown', () => {
    const used = aResult({ usage: measured({ input: 90, output: 10, cached: 0, total: 100 }) });
    expect(reasonOf('done', used, NO_LIMITS)).toBe('');
    expect(reasonOf('done', used, { ...NO_LIMITS, tokens: 50 })).toBe(
      'it used 100 of 50 tokens, which it reported too late to be stopped',
    );
  });

  test('one whose cost is unknown shows that no limit of cost held', () => {
    const used = aResult({ costUsd: missing('not-configured', 'the price of m is not known') });
    expect(reasonOf('done', used, { ...NO_LIMITS, tokens: 50 })).toBe('');
    for (const limit of [{ usd: 1 }, { totalUsd: 1 }])
      expect(reasonOf('done', used, { ...NO_LIMITS, ...limit })).toBe(
        'no limit of cost held for it: the price of m is not known',
      );
  });
});

describe('budgets', () => {
  const none = NO_LIMITS;
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

  test.each([
    [0.00002, 0.00001, 'it used 0.000020 of 0.000010 US dollars'],
    [0.0123, 0.01, 'it used 0.0123 of 0.0100 US dollars'],
    [1.5, 1, 'it used 1.50 of 1.00 US dollars'],
  ])('small amounts are not rounded to nothing: %d of %d', (usd, limit, said) => {
    expect(overspent({ ...none, usd: limit }, { tokens: null, usd }, [])?.reason).toBe(said);
  });

  test('unreported usage does not count against an agent while it works', () => {
    expect(overspent({ ...none, tokens: 1, usd: 0.01 }, { tokens: null, usd: null }, [])).toBeNull();
  });
});

describe('limits that come too late', () => {
  const agent = (tokens: Reporting, cost: Reporting, keeps: LimitedAgent['keeps'] = ['wallMs']) => ({
    name: 'x',
    keeps,
    reports: { tokens, cost },
  });
  test.each([
    [agent('working', 'never'), { tokens: 1, usd: 1, totalUsd: 1 }, []],
    [agent('end', 'never'), {}, []],
    [agent('end', 'never'), { tokens: 1 }, [/tokens only at its end/]],
    [agent('end', 'never'), { totalUsd: 1 }, [/cost only at its end/]],
    [agent('never', 'never'), { totalTokens: 1, usd: 1 }, [/not report its tokens/, /not report its cost/]],
    // It stops itself, but knows nothing of the others.
    [agent('end', 'end', ['costUsd']), { usd: 1 }, []],
    [agent('end', 'end', ['costUsd']), { usd: 1, totalUsd: 2 }, [/cost only at its end/]],
    [{ name: 'mine', keeps: ['wallMs'], reports: null } as const, { tokens: 1 }, []],
  ] as const)('%j under %j', (one, limits, sentences) => {
    const said = lateLimits(one, { ...NO_LIMITS, ...limits });
    expect(said).toHaveLength(sentences.length);
    sentences.forEach((sentence, at) => expect(said[at]).toMatch(sentence));
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
    const refined = refinePrompt('Fix it.', 'Tabs.', 'x'.repeat(100_000));
    expect(refined.length).toBeLessThan(40_000);
    // Once, and at the end.
    expect(refined.match(/## Rules/g)).toHaveLength(1);
    expect(refined).toMatch(/Tabs\.[^]*## Your earlier attempt[^]*## Rules/);
  });

  test('diffs of others are fenced by a word that their authors cannot know, and cut', () => {
    const prompt = synthesizePrompt(
      'Fix it.',
      null,
      [{ name: 'a', patch: 'y'.repeat(200_000), evidence: ['total: 1'] }],
      'n0nce',
    );
    expect(prompt).toContain('<<<n0nce');
    expect(prompt.match(/## Rules/g)).toHaveLength(1);
    expect(prompt.length).toBeLessThan(70_000);
  });
});
