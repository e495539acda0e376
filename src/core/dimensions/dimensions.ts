import { build } from './build/build.ts';
import { convention } from './convention/convention.ts';
import { cost } from './cost/cost.ts';
import { diffScope } from './diff-scope/diff-scope.ts';
import { humanLike } from './human-like/human-like.ts';
import { lint } from './lint/lint.ts';
import { quality } from './quality/quality.ts';
import { speed } from './speed/speed.ts';
import { tests } from './tests/tests.ts';

/** All dimensions of a race, in the order of reports, documents and the configuration reference. */
export const DIMENSIONS = [
  build,
  tests,
  lint,
  diffScope,
  speed,
  cost,
  convention,
  quality,
  humanLike,
] as const;

export type RaceDimension = (typeof DIMENSIONS)[number];
export type CapturedDimension = Extract<RaceDimension, { readonly evidence: unknown }>;

/** The dimensions that examine the change itself and store evidence. */
export const CAPTURED_DIMENSIONS = DIMENSIONS.filter(
  (dimension): dimension is CapturedDimension => 'evidence' in dimension,
);
