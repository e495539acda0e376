import { addChange } from '../../../core/next-work/change.ts';
import { candidateNamed } from '../field/field-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { captureDiff } from './capture-diff.ts';
import { captureFlags } from './capture-flags.ts';

/** What the changes themselves show, before any of their code runs. */
export const describeChanges: Executor<'change'> = {
  run: async (field, questions) => {
    const { base } = field;
    const { tools } = field.context;
    const baseFiles = await tools.repository.listFiles(base.tree);
    const described = await Promise.all(
      questions.map(async ({ candidate }) => {
        const { tree } = candidateNamed(field, candidate);
        const diff = await captureDiff(tools, base.tree, tree);
        const { flags, successors } = await captureFlags(tools, {
          baseTree: base.tree,
          tree,
          diff: diff.known ? diff.value : null,
          baseFiles,
        });
        return {
          candidate,
          diff,
          flags: [...flags],
          ...(successors.length === 0 ? {} : { successors: [...successors] }),
        };
      }),
    );
    return addEach(described, (captured, { candidate, ...seen }) => addChange(captured, candidate, seen));
  },
};
