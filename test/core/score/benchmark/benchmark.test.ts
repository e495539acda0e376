import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BenchmarkFacts } from '../../../../src/core/domain/bench/benchmark-facts.ts';
import { scoreBenchmark } from '../../../../src/core/score/benchmark/model.ts';
import { readVote } from '../../../../src/core/score/benchmark/read-vote.ts';

const score = (said: object) => scoreBenchmark(BenchmarkFacts.parse(said));
const ratio = (passed: number, total: number) => ({ passed, total });
const missing = (reason: string, cause?: string) => ({
  missing: reason,
  ...(cause === undefined ? {} : { cause }),
});

describe('functional', () => {
  const functional = (toFix: object | null, toKeep: object | null) => {
    const card = score({ tests: { fail_to_pass: toFix, pass_to_pass: toKeep } });
    return card.breakdown.functional ?? card.reasons['functional'];
  };

  test.each([
    ['all fixed', ratio(4, 4), ratio(9, 9), 1],
    ['half fixed', ratio(2, 4), ratio(9, 9), 0.5],
    ['half fixed, nothing to keep', ratio(2, 4), ratio(0, 0), 0.5],
    ['fixed, and one broken', ratio(4, 4), ratio(8, 9), 0],
    ['nothing to fix', ratio(0, 0), ratio(9, 9), 'the task has no fail_to_pass tests'],
    ['tests to keep were not run', ratio(4, 4), null, 'not given'],
    ['the candidate broke the run', ratio(4, 4), missing('it crashed', 'candidate'), 0],
  ])('%s', (_, toFix, toKeep, expected) => expect(functional(toFix, toKeep)).toBe(expected));
});

describe('efficiency', () => {
  test.each([
    [0, 0, 1],
    [25_000, 50, 0.5],
    [50_000, 0, 0.3],
    [1e9, 1e9, 0],
  ])('%d tokens, %d steps: %d', (tokens, steps, expected) =>
    expect(score({ tokens, steps }).breakdown.efficiency).toBeCloseTo(expected, 12),
  );

  test.each([
    [null, 50, 'tokens are not known'],
    [25_000, null, 'steps are not known'],
  ])('%s tokens, %s steps: unknown, not the other part alone', (tokens, steps, reason) => {
    const { breakdown, reasons } = score({ tokens, steps });
    expect(breakdown.efficiency).toBeNull();
    expect(reasons['efficiency']).toContain(reason);
  });

  test('custom scales', () => {
    const scales = { tokens: 1_000_000, steps: 400 };
    expect(score({ tokens: 500_000, steps: 100, scales }).breakdown.efficiency).toBeCloseTo(0.575, 12);
    expect(score({ tokens: 25_000, steps: 50, scales: {} }).breakdown.efficiency).toBeCloseTo(0.5, 12);
  });
});

describe('quality', () => {
  const quality = (languages: object) => score({ quality: languages }).breakdown.quality;
  const clean = { violations: 0, changed_loc: 10, cc: 1, mi: 100 };

  test.each([
    ['clean', { go: clean }, 1],
    ['the mean of three', { go: { violations: 5, changed_loc: 10, cc: 15, mi: 80 } }, (0.5 + 0.5 + 0.8) / 3],
    ['complexity 5 is still simple', { go: { ...clean, cc: 5 } }, 1],
    ['complexity 25 is as bad as 90', { go: { cc: 25 } }, 0],
    ['more violations than lines', { go: { violations: 99, changed_loc: 10 } }, 0],
    ['no function: complexity is missing, not perfect', { go: { ...clean, cc: null, mi: 50 } }, 0.75],
    ['no changed line', { go: { violations: 0, changed_loc: 0, mi: 40 } }, 0.4],
    ['an absent tool leaves the mean alone', { go: clean, java: missing('tool not found') }, 1],
    ['unparsable code scores 0', { go: clean, java: missing('does not parse', 'candidate') }, 0.5],
    ['an index beyond its scale', { go: { mi: 171 } }, 1],
  ])('%s', (_, languages, expected) => expect(quality(languages)).toBeCloseTo(expected, 12));

  test('an absent tool is never a clean bill', () => {
    const card = score({ quality: { java: missing('tool not found') }, security: {} });
    expect(card.breakdown).toMatchObject({ quality: null, security: null });
    expect(card.reasons).toMatchObject({ quality: 'tool not found', security: 'no language was analysed' });
    expect(card.notes).toContain('quality of java: tool not found');
  });
});

describe('security', () => {
  const security = (languages: object) => score({ security: languages }).breakdown.security;

  test.each([
    ['clean', { go: { high: 0, medium: 0, low: 0 } }, 1],
    ['one of each: the sum', { go: { high: 1, medium: 1, low: 1 } }, 0.4],
    ['critical counts as high', { go: { critical: 1, high: 1, medium: 0, low: 0 } }, 0.2],
    ['never below 0', { go: { high: 9, medium: 9, low: 9 } }, 0],
    [
      'mean over languages',
      { go: { high: 1, medium: 0, low: 0 }, java: { high: 0, medium: 0, low: 0 } },
      0.8,
    ],
  ])('%s', (_, languages, expected) => expect(security(languages)).toBeCloseTo(expected, 12));

  test('a severity that was not counted is not zero', () =>
    expect(security({ go: { high: 0, low: 0 } })).toBeNull());
});

describe('votes', () => {
  test.each([
    ['{"score": 80, "rationale": "mock judge"}', 0.8],
    ['Sure! ```json\n{"score": 2, "rationale": "a {brace} inside"}\n```', 0.02],
    ['thinking {"note": 1} then {"score": 64}', 0.64],
    ['{"result": {"score": 7}}', 0.07],
    ['{"quote": "\\"}{", "score": 9}', 0.09],
    ['if (x) { return } … {"score": 33}', 0.33],
    ['not "score": 5, but {"quote": "\\"}", "score": 9}', 0.09],
    ['{ unbalanced {"score": 12}', 0.12],
    ['"score": 20 and no object', 0.2],
    ['"score" : 20.5', 0.205],
    ['{"score": 0}', 0],
    ['{"score": 100}', 1],
    ['{"score": 1e1}', 0.1],
    ['{"score": 850}', null],
    ['{"score": -1}', null],
    ['"score": -1', null],
    ['"score": 1e999', null],
    ['{"score": "32"}', null],
    ['{"score": true}', null],
    ['{"score": null} {"score": 50}', null],
    ['{"score": NaN}', null],
    ['{"__proto__": {"score": 5}}', 0.05],
    ['', null],
    ['no opinion', null],
  ])('%s', (reply, expected) => {
    const vote = readVote(reply);
    if (expected === null) expect(vote.known).toBe(false);
    else expect(vote).toEqual({ known: true, value: expect.closeTo(expected, 12) });
  });

  test.each([
    ['nothing but opening braces', '{'.repeat(300_000)],
    ['braces in braces', '{'.repeat(150_000) + '}'.repeat(150_000)],
    ['an endless string', `{"${'a'.repeat(300_000)}`],
    ['score after score', '"score"'.repeat(50_000)],
  ])('%s gives no vote, quickly', (_, reply) => expect(readVote(reply).known).toBe(false));

  test('any text gives a number in 0..1 or a reason', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('{', '}', '"', '"score"', ':', '50', '\\', '{"score": 7}'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const vote = readVote(pieces.join(''));
        return vote.known ? vote.value >= 0 && vote.value <= 1 : vote.reason.length > 0;
      }),
    );
  });

  test('a dropped vote is noted and costs nothing but itself', () => {
    const judges = [
      { persona: 'correctness', reply: '{"score": 60}' },
      { persona: 'readability', reply: 'no opinion' },
      { persona: 'maintainability', reply: missing('the provider is down', 'infrastructure') },
    ];
    const card = score({ judges });
    expect(card).toMatchObject({ votes: 1, breakdown: { human_like: 0.6 }, status: 'scored' });
    expect(card.notes).toEqual([
      'vote of readability dropped: the reply has no score',
      'vote of maintainability dropped: the provider is down',
    ]);
  });

  test('without a valid vote there is no score', () => {
    expect(score({ judges: [{ persona: 'a', reply: '' }] }).reasons['human_like']).toBe(
      'no judge gave a valid vote',
    );
    expect(score({ judges: [] }).reasons['human_like']).toBe('no judge was asked');
    expect(score({}).breakdown.human_like).toBeNull();
  });
});

describe('total', () => {
  const all = {
    tests: { fail_to_pass: ratio(1, 1), pass_to_pass: ratio(1, 1) },
    tokens: 50_000,
    steps: 100,
    quality: { go: { mi: 40 } },
    security: { go: { high: 1, medium: 0, low: 0 } },
    judges: [{ persona: 'a', reply: '{"score": 50}' }],
  };

  test('weighs 0.50 / 0.15 / 0.15 / 0.10 / 0.10', () => {
    expect(score(all).total).toBeCloseTo(0.5 + 0.15 * 0.4 + 0.15 * 0.6 + 0 + 0.1 * 0.5, 12);
  });

  test('renormalises without judges', () => {
    const card = score({ ...all, judges: null });
    expect(card.total).toBeCloseTo((0.5 + 0.06 + 0.09) / 0.9, 12);
    expect(card.weights).not.toHaveProperty('human_like');
  });

  test('accepts custom weights', () => {
    expect(
      score({ ...all, weights: { functional: 0, quality: 0, security: 0, efficiency: 0, human_like: 3 } })
        .total,
    ).toBe(0.5);
  });

  test('a value lost to infrastructure leaves no total', () => {
    const card = score({ ...all, security: { go: missing('worker lost', 'infrastructure') } });
    expect(card).toMatchObject({ total: null, status: 'unscored' });
    expect(card.reasons['total']).toBe('not scored: security: worker lost');
  });

  const count = fc.nat(200);
  const facts = fc.record(
    {
      tests: fc.record({
        fail_to_pass: fc.nat(9).map((n) => ratio(n, 9)),
        pass_to_pass: fc.nat(3).map((n) => ratio(n, 3)),
      }),
      tokens: fc.maxSafeNat(),
      steps: count,
      quality: fc.dictionary(
        fc.string(),
        fc.record(
          {
            violations: count,
            changed_loc: count,
            cc: fc.double({ min: 0, max: 1e6, noNaN: true }),
            mi: fc.double({ noNaN: true, noDefaultInfinity: true }),
          },
          { requiredKeys: [] },
        ),
      ),
      security: fc.dictionary(
        fc.string(),
        fc.record({ high: count, medium: count, low: count }, { requiredKeys: [] }),
      ),
      judges: fc.array(
        fc.record({
          persona: fc.string(),
          reply: fc.oneof(
            fc.string(),
            fc.nat(120).map((n) => `{"score": ${n}}`),
          ),
        }),
      ),
      weights: fc.record(
        { functional: fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }), quality: fc.nat(5) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  test('for any valid run each score is in 0..1, or null with a reason', () => {
    fc.assert(
      fc.property(facts, (said) => {
        const card = score(said);
        for (const [name, value] of Object.entries({ ...card.breakdown, total: card.total })) {
          if (value === null) expect(card.reasons[name], name).toBeTruthy();
          else expect(value >= 0 && value <= 1 + 1e-12, `${name} ${value}`).toBe(true);
        }
      }),
    );
  });

  test('one more finding, token or step never raises the total', () => {
    fc.assert(
      fc.property(count, count, count, (high, tokens, steps) => {
        const at = (h: number, t: number, s: number) =>
          score({ ...all, tokens: t * 300, steps: s, security: { go: { high: h, medium: 0, low: 0 } } })
            .total ?? Number.NaN;
        const now = at(high, tokens, steps);
        return (
          at(high + 1, tokens, steps) <= now &&
          at(high, tokens + 1, steps) <= now &&
          at(high, tokens, steps + 1) <= now
        );
      }),
    );
  });
});
