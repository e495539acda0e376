import { describe, expect, test } from 'vitest';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { scoreRace } from '../../../src/core/score/race/model.ts';
import { scoreConvention } from '../../../src/core/score/race/score-convention.ts';
import { scoreHumanLike } from '../../../src/core/score/race/score-human-like.ts';
import { scoreQuality } from '../../../src/core/score/race/score-quality.ts';
import { aBaseline, aCandidate, aPolicy, builds } from '../../support/race-builders.ts';

const nothing = missing('not-configured', 'not told');

const DIMENSIONS = [
  ['convention', 'convention', scoreConvention, 'conventions were not looked at'],
  ['quality', 'quality', scoreQuality, 'quality was not looked at'],
  ['human_like', 'humanLike', scoreHumanLike, 'no reviewer was asked'],
] as const;

describe.each(DIMENSIONS)('%s', (dimension, fact, score, absence) => {
  const seen = (value: unknown) => ({ candidate: { ...aCandidate(), [fact]: value } });

  test('is the share that was measured, on the scale of a race', () => {
    expect(score(seen(measured(0.25)))).toEqual(measured(25));
  });

  test('keeps the reason of a measurement that failed', () => {
    const lost = missing('infrastructure', 'the reader died');
    expect(score(seen(lost))).toEqual(lost);
  });

  test('says why it is missing where nobody looked', () => {
    expect(score(seen(undefined))).toEqual(missing('not-configured', absence));
  });

  test('counts where the policy weighs it, and is not there otherwise', () => {
    const card = (weights: object) =>
      scoreRace({
        candidate: { ...aCandidate({ build: builds(true) }), [fact]: measured(0) },
        baseline: aBaseline({ build: builds(true) }),
        tests: nothing,
        leaders: { fastestMs: nothing, cheapestUsd: nothing },
        successful: true,
        policy: aPolicy({ weights }),
      });
    const weighed = card({ [dimension]: 10 });
    expect(weighed.breakdown).toHaveProperty(dimension, 0);
    expect(weighed.weights[dimension]).toBeGreaterThan(0);
    const plain = card({});
    expect(plain.breakdown).not.toHaveProperty(dimension);
    expect(plain.total).toBeGreaterThan(weighed.total ?? Number.NaN);
  });
});
