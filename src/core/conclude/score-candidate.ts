import { DIMENSIONS, type RaceDimension } from '../dimensions/dimensions.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import type { RaceInput } from '../dimensions/race-input.ts';
import { missing, type Measured } from '../domain/measured.ts';
import type { Weights } from '../domain/policy/race-policy.ts';
import type { Scorecard } from '../domain/run/scorecard.ts';
import { type Dimensions, drawScorecard, type WeightOf } from '../math/draw-scorecard.ts';

export const RACE_MODEL = { id: 'race', version: '1.0.0' } as const;

/** Dimensions with a weight, in their order; those without a default weight only if the policy sets one. */
export const weighedDimensions = (
  weights: Readonly<Weights>,
): readonly { readonly dimension: Dimension; readonly weight: number }[] =>
  DIMENSIONS.flatMap((dimension) => {
    const weight = weights[dimension.key];
    return weight === undefined ? [] : [{ dimension, weight }];
  });

/** Remarks on scores that were measured, by dimension. */
export const remarksOn = (
  input: RaceInput,
  weights: Readonly<Weights>,
  breakdown: Readonly<Record<string, number | null>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    weighedDimensions(weights).flatMap(({ dimension: { key, remark } }) => {
      const text = breakdown[key] === null ? null : (remark?.(input) ?? null);
      return text === null ? [] : [[key, text]];
    }),
  );

/** The scores of one candidate. Of weights only their names count, not how large they are. */
export const scoresOf = (input: RaceInput, weights: Readonly<Weights>): Dimensions<RaceDimension['key']> => {
  const weighed = weighedDimensions(weights);
  const scoreOf = ({ key, score }: Dimension): Measured<number> => {
    const other = weighed.find(({ dimension: { replaces } }) => replaces?.key === key && replaces.when(input))
      ?.dimension.replaces;
    return other === undefined ? score(input) : missing('not-configured', other.reason);
  };
  const scores = weighed.map(({ dimension }) => [dimension.key, scoreOf(dimension)]);
  return Object.fromEntries(scores) as Dimensions<RaceDimension['key']>;
};

/** The scores of one candidate, and the total by their weights. */
export const scoreCandidate = (
  input: RaceInput,
  weights: Readonly<Weights>,
  scores: Dimensions<RaceDimension['key']> = scoresOf(input, weights),
): Scorecard<RaceDimension['key']> =>
  // Every dimension with a score has a weight.
  drawScorecard(scores, weights as WeightOf<RaceDimension['key']>);
