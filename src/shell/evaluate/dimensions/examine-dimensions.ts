import type { CapturedSoFar } from '../../../core/next-work/captured-so-far.ts';
import { addDimension } from '../../../core/next-work/dimensions.ts';
import type { ExaminedDimension } from '../../../core/next-work/question.ts';
import { settleAll } from '../../errors/settle-all.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { AddEvidence, Executor } from '../gather/executor.ts';
import { judgeField } from './convention-field.ts';
import { reviewField } from './human-like-field.ts';
import { assessField } from './quality-field.ts';

type Examine = (field: FieldUnderTest, candidates: readonly PinnedCandidate[]) => Promise<AddEvidence>;

const EXAMINE: Readonly<Record<ExaminedDimension, Examine>> = {
  convention: async ({ context, base }, candidates) => {
    const found = await judgeField(context.tools, base, candidates, context.tools.run.emit);
    return (captured) => addDimension(captured, 'convention', found);
  },
  quality: async ({ context, base }, candidates) => {
    const found = await assessField(context.tools, base, candidates);
    return (captured) => addDimension(captured, 'quality', found);
  },
  humanLike: async ({ context, judges }, candidates) => {
    const found = await reviewField(context.tools, candidates, judges);
    return (captured) => addDimension(captured, 'humanLike', found);
  },
};

/** Every dimension beside the others, each on all trees. */
export const examineDimensions: Executor<'dimension'> = {
  run: async (field, questions) => {
    const names = [...new Set(questions.map(({ dimension }) => dimension))];
    const additions = await settleAll(
      names.map((name) => {
        const asked = questions.filter(({ dimension }) => dimension === name);
        const trees = new Set(asked.map(({ tree }) => tree));
        return EXAMINE[name](
          field,
          field.candidates.filter(({ tree }) => trees.has(tree)),
        );
      }),
    );
    return (captured: CapturedSoFar) => additions.reduce((seen, add) => add(seen), captured);
  },
};
