import type { Evidence } from '../domain/evidence/evidence.ts';
import type { Weights } from '../domain/policy/race-policy.ts';
import { type CapturedSoFar, distinctTrees, withTree } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import type { ExaminedDimension } from './question.ts';

/** The weight that has a dimension examined. */
export const WEIGHT_OF = {
  convention: 'convention',
  quality: 'quality',
  humanLike: 'human_like',
} as const satisfies Readonly<Record<ExaminedDimension, keyof Weights>>;

const DIMENSIONS = Object.keys(WEIGHT_OF) as readonly ExaminedDimension[];

/** Dimensions that cost time or money are examined if they are weighed, or asked for. */
export const dimensions: Inquiry<'dimension'> = {
  kind: 'dimension',
  dependsOn: 'policy',
  ask: ({ evidence, examination }, { weights }) => {
    const wanted = DIMENSIONS.filter(
      (dimension) =>
        weights[WEIGHT_OF[dimension]] !== undefined || examination?.setting.dimensions.includes(dimension),
    );
    return wanted.flatMap((dimension) =>
      distinctTrees(evidence)
        .filter((one) => one[dimension] === undefined)
        .map(({ candidate, tree }) => ({
          kind: 'dimension' as const,
          candidate: candidate.name,
          tree,
          dimension,
        })),
    );
  },
};

/** What was found in one dimension, by tree. */
export const addDimension = <D extends ExaminedDimension>(
  captured: CapturedSoFar,
  dimension: D,
  found: ReadonlyMap<string, NonNullable<Evidence[D]>>,
): CapturedSoFar => {
  let next = captured;
  for (const [tree, value] of found) next = withTree(next, tree, (one) => ({ ...one, [dimension]: value }));
  return next;
};
