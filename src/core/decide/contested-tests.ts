import type { Captured, Evidence } from '../domain/evidence/evidence.ts';

const FEWEST_BREAKERS = 2;

/** Equal sources count as one opinion, however often they are submitted. */
const opinions = (evidence: readonly Evidence[]): readonly Evidence[] => {
  const byTree = new Map<string, Evidence>();
  for (const one of evidence) {
    const tree = one.pinned?.tree ?? one.tree;
    if (one.tests.known && !byTree.has(tree)) byTree.set(tree, one);
  }
  return [...byTree.values()];
};

const fails = ({ tests }: Evidence, id: string): boolean =>
  tests.known &&
  tests.value.outcomes !== undefined &&
  Object.hasOwn(tests.value.outcomes, id) &&
  tests.value.outcomes[id] === 'failed';

/**
 * Contested base tests that more than half of the field, and at least two candidates, break in the same way:
 * then the task asked for it, and they count for no candidate.
 */
export const excusedTests = ({ evidence }: Pick<Captured, 'evidence'>): ReadonlySet<string> => {
  const contested = new Set(evidence.flatMap(({ matrix }) => matrix?.contested.map(({ id }) => id) ?? []));
  if (contested.size === 0) return contested;
  const field = opinions(evidence);
  return new Set(
    [...contested].filter((id) => {
      const breakers = field.filter((one) => fails(one, id)).length;
      return breakers >= FEWEST_BREAKERS && breakers * 2 > field.length;
    }),
  );
};
