import { CAPTURED_DIMENSIONS, type CapturedDimension } from '../dimensions/dimensions.ts';
import type { Evidence } from '../domain/evidence/evidence.ts';
import { type CapturedSoFar, distinctTrees, withTree } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';

/** Dimensions that cost time or money are examined if they are weighed, or asked for. */
export const dimensions: Inquiry<'dimension'> = {
  kind: 'dimension',
  report: {
    describe: ({ dimension }) => ({
      question: dimension,
      why: `the run's own policy does not weigh ${dimension}`,
    }),
  },
  ask: ({ evidence, examination }, { weights }) => {
    const wanted = CAPTURED_DIMENSIONS.filter(
      ({ key }) => weights[key] !== undefined || examination?.setting.dimensions.includes(key),
    );
    return wanted.flatMap((dimension) =>
      distinctTrees(evidence)
        .filter((one) => one[dimension.evidence.field] === undefined)
        .map(({ candidate, tree }) => ({
          kind: 'dimension' as const,
          candidate: candidate.name,
          tree,
          dimension: dimension.key,
        })),
    );
  },
};

/** The dimensions' findings in one tree, as fields of its evidence. */
export type DimensionFacts = Pick<Evidence, CapturedDimension['evidence']['field']>;

export const addDimensions = (
  captured: CapturedSoFar,
  found: ReadonlyMap<string, DimensionFacts>,
): CapturedSoFar => {
  let next = captured;
  for (const [tree, facts] of found) next = withTree(next, tree, (one) => ({ ...one, ...facts }));
  return next;
};
