import { addLoosened, LOOSE, mayLoosen } from '../../../core/next-work/loosen.ts';
import { captureField } from '../lanes/capture-field.ts';
import { layered } from '../lanes/layered.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import { candidateNamed, type FieldUnderTest } from '../field/field-under-test.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import { treesUnderTest } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

/** With its own tests in its sources, and everything else as it is pinned. */
const looseOf = async (
  { context, base }: FieldUnderTest,
  candidate: PinnedCandidate,
): Promise<PinnedCandidate> => {
  const all = layered(candidate.changes, candidate.inside.own);
  const { tree, changes } = await context.tools.repository.composeTree(base.tree, all);
  return { ...candidate, changes, pinned: { ...candidate.pinned, tree } };
};

/** Later runs build their own: these builds are not kept. */
const lanesFor = (
  { context: { plan }, base }: FieldUnderTest,
  pinned: readonly PinnedCandidate[],
): readonly TreeUnderTest[] => {
  const checks = plan.checks.map((check) => ({ ...check, name: `${LOOSE}${check.name}` }));
  return treesUnderTest({ base, plan, pinned })
    .filter(({ side }) => side === 'candidate')
    .map((lane) => ({ ...lane, checks }));
};

/** Later questions are about the candidate as it ran here. */
export const loosenTests: Executor<'loosen'> = {
  stage: () => 'running tests inside sources as candidates have them',
  run: async (field, questions) => {
    const loose = await Promise.all(
      questions.map(({ candidate }) => looseOf(field, candidateNamed(field, candidate))),
    );
    const seen = await captureField(field.context, lanesFor(field, loose));
    const byTree = new Map(loose.map((one) => [one.tree, one]));
    for (const [at, one] of field.candidates.entries()) {
      const other = byTree.get(one.tree);
      if (other === undefined || !mayLoosen(seen.get(other.pinned.tree))) continue;
      field.candidates[at] = { ...one, changes: other.changes, pinned: other.pinned };
    }
    return addEach(questions, (captured, question) => {
      const source = byTree.get(question.tree)?.pinned.tree ?? question.source;
      return addLoosened(captured, question, { source, seen: seen.get(source) });
    });
  },
};
