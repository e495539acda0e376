import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, type PairChoice, fitWeights, tuneWeights } from '../../../src/core/tune/fit-weights.ts';
import { withWeights } from '../../../src/core/tune/weights-in-toml.ts';

const NOW = { tests: 0.5, lint: 0.3, scope: 0.2 };

/** People who care only about scope. */
const choices = (runs: number): readonly PairChoice[] =>
  Array.from({ length: runs }, (_, at) => ({
    run: `r${at}`,
    better: { tests: 0.8, lint: 0.5, scope: 0.9 },
    worse: { tests: 0.9 + (at % 2) / 20, lint: 0.9, scope: 0.3 },
  }));

describe('fitted weights', () => {
  test('follow choices that contradict the current weights, and agree with unseen runs', () => {
    const { before, after, heldOut } = tuneWeights(NOW, choices(10));
    expect(agreementOf(before, choices(10))).toBe(0);
    expect(after['scope']).toBeGreaterThan(NOW.scope);
    expect(heldOut).toEqual({ before: 0, after: 1 });
  });

  test('of one choice stay nearer to those in effect than those of many', () => {
    const [few, many] = [fitWeights(NOW, choices(1)), fitWeights(NOW, choices(40))];
    expect(few['scope'] ?? 0).toBeLessThan(many['scope'] ?? 0);
    expect(tuneWeights(NOW, choices(1)).heldOut).toBeNull();
  });

  test('without a choice are the current ones, and a dimension that one lacks is ignored', () => {
    expect(fitWeights(NOW, [])).toEqual(NOW);
    const lacking = [{ run: 'r', better: { tests: null, lint: 1 }, worse: { tests: 0, lint: 1 } }];
    const fitted = fitWeights(NOW, lacking);
    for (const [key, weight] of Object.entries(NOW)) expect(fitted[key]).toBeCloseTo(weight, 6);
    expect(agreementOf(NOW, lacking)).toBe(0.5);
  });

  test('are never negative and keep their sum, whatever was chosen', () => {
    const Scores = fc.record({
      tests: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      lint: fc.double({ min: 0, max: 1, noNaN: true }),
      scope: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ run: fc.constant('r'), better: Scores, worse: Scores }), { maxLength: 8 }),
        (made) => {
          const fitted = Object.values(fitWeights(NOW, made));
          return (
            fitted.every((weight) => weight >= 0) && Math.abs(fitted.reduce((a, b) => a + b, 0) - 1) < 1e-6
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('weights in hydra.toml', () => {
  test.each([
    ['an empty file', '', '[scoring.weights]\ntests = 0.5\n'],
    [
      'no table',
      '# mine\n[scoring]\nprofile = "x"\n',
      '# mine\n[scoring]\nprofile = "x"\n\n[scoring.weights]\ntests = 0.5\n',
    ],
    [
      'a table between others',
      '[a]\nb = 1\n[scoring.weights]\ntests = 1\nlint = 2\n\n[c]\nd = 1\n',
      '[a]\nb = 1\n[scoring.weights]\ntests = 0.5\n\n[c]\nd = 1\n',
    ],
    [
      'comments',
      '[scoring.weights] # ours\n# most of all\n"tests" = 1 # agreed\nlint = 2\n# next\n\n# of c\n[c]\n',
      '[scoring.weights] # ours\n# most of all\ntests = 0.5 # agreed\n# next\n\n# of c\n[c]\n',
    ],
    ['an empty table', '[scoring.weights]\n', '[scoring.weights]\ntests = 0.5\n'],
  ])('%s', (_, before, after) => {
    expect(withWeights(before, { tests: 0.5 })).toBe(after);
  });
});
