import { CAPTURED_DIMENSIONS } from '../../../core/dimensions/dimensions.ts';
import type { CapturedSoFar } from '../../../core/next-work/captured-so-far.ts';
import { addDimensions } from '../../../core/next-work/dimensions.ts';
import { settleAll } from '../../errors/settle-all.ts';
import type { Executor } from '../gather/executor.ts';
import { captureDimension } from './capture-dimension.ts';

/** Examines all dimensions in parallel, each on all trees. */
export const examineDimensions: Executor<'dimension'> = {
  run: async ({ context: { tools }, base, candidates, judges, formula }, questions) => {
    const found = await settleAll(
      CAPTURED_DIMENSIONS.flatMap(({ key, evidence }) => {
        const asked = questions.filter(({ dimension }) => dimension === key);
        const trees = new Set(asked.map(({ tree }) => tree));
        const changes = candidates.filter(({ tree }) => trees.has(tree));
        return changes.length === 0
          ? []
          : [captureDimension(tools, { base, changes, judges, formula }, evidence)];
      }),
    );
    return (captured: CapturedSoFar) => found.reduce(addDimensions, captured);
  },
};
