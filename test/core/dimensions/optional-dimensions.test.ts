import { describe, expect, test } from 'vitest';
import { measured, type Measured, missing } from '../../../src/core/domain/measured.ts';
import { scoreCandidate } from '../../../src/core/conclude/score-candidate.ts';
import { convention } from '../../../src/core/dimensions/convention/convention.ts';
import { humanLike } from '../../../src/core/dimensions/human-like/human-like.ts';
import { quality } from '../../../src/core/dimensions/quality/quality.ts';
import { aBaseline, aCandidate, aPolicy, builds } from '../../support/race-builders.ts';

const nothing = missing('not-configured', 'not told');

const DIMENSIONS = [
  ['convention', convention.score, 'conventions were not examined'],
  ['quality', quality.score, 'quality was not examined'],
  ['human_like', humanLike.score, 'no reviewer was asked'],
] as const;

describe.each(DIMENSIONS)('%s', (dimension, score, absence) => {
  const seen = (share?: Measured<number>) => ({
    candidate: aCandidate(share === undefined ? {} : { shares: { [dimension]: share } }),
  });

  test('is the share that was measured, on the scale of a race', () => {
    expect(score(seen(measured(0.25)))).toEqual(measured(25));
  });

  test('keeps the reason of a measurement that failed', () => {
    const lost = missing('infrastructure', 'the reader died');
    expect(score(seen(lost))).toEqual(lost);
  });

  test('gives the reason if it was not measured', () => {
    expect(score(seen())).toEqual(missing('not-configured', absence));
  });

  test('counts if the policy weighs it, and is absent otherwise', () => {
    const card = (weights: object) =>
      scoreCandidate(
        {
          candidate: aCandidate({ build: builds(true), shares: { [dimension]: measured(0) } }),
          baseline: aBaseline({ build: builds(true) }),
          tests: nothing,
          leaders: { fastestMs: nothing, cheapestUsd: nothing },
          successful: true,
          policy: aPolicy(),
        },
        aPolicy({ weights }).weights,
      );
    const weighed = card({ [dimension]: 10 });
    expect(weighed.breakdown).toHaveProperty(dimension, 0);
    expect(weighed.weights[dimension]).toBeGreaterThan(0);
    const plain = card({});
    expect(plain.breakdown).not.toHaveProperty(dimension);
    expect(plain.total).toBeGreaterThan(weighed.total ?? Number.NaN);
  });
});
