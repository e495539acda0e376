import * as z from 'zod';
import { DIMENSIONS, type RaceDimension } from '../../dimensions/dimensions.ts';
import { RaceRules } from './race-rules.ts';

type WeightShape = {
  [D in RaceDimension as D['key']]: D['weight'] extends number
    ? z.ZodDefault<z.ZodNumber>
    : z.ZodOptional<z.ZodNumber>;
};

/** One key per dimension, in their order. */
const weightShape = Object.fromEntries(
  DIMENSIONS.map(({ key, weight, description }) => {
    const Weight = z.number().nonnegative();
    return [key, (weight === null ? Weight.optional() : Weight.default(weight)).describe(description)];
  }),
) as WeightShape;

export const Weights = z.strictObject(weightShape);
export type Weights = z.infer<typeof Weights>;

/** How a field of candidates is scored and gated: the part of `[scoring]` that the race model reads. */
export const RacePolicy = z.strictObject({
  weights: Weights.prefault({}).describe('What each dimension counts; only their ratios matter.'),
  ...RaceRules.shape,
});
export type RacePolicy = z.infer<typeof RacePolicy>;
