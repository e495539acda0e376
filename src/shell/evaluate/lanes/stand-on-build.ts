import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import type { FieldContext } from '../field/field-context.ts';
import { frozenKey } from './resume-lane.ts';
import type { TreeUnderTest } from './tree-lane.ts';

/** Each one keeps a layer on disk until the run ends. */
const MOST_LASTING = 32;

const lastBuildOf = ({ plan }: FieldContext) => plan.checks.findLast(({ kind }) => kind === 'build');

/** Marks the lanes whose builds matrix cells can reuse, if the runner takes test files as they are in the repository. */
export const lastingLanes = (
  context: FieldContext,
  lanes: readonly TreeUnderTest[],
): readonly TreeUnderTest[] => {
  if (lastBuildOf(context) === undefined) return lanes;
  const serves = ({ side, ownInstall }: TreeUnderTest): boolean =>
    side === 'baseline' || (context.plan.selectTests !== null && !ownInstall);
  let left = MOST_LASTING;
  return lanes.map((lane) => (serves(lane) && left-- > 0 ? { ...lane, lasting: true } : lane));
};

/** Those of `changes` that a lane does not contain yet. */
const missingFrom = (lane: TreeUnderTest, changes: readonly TreeChange[]): readonly TreeChange[] => {
  const laid = new Map(lane.changes.map((change) => [change.path, change]));
  return changes.filter(({ path, mode, blob }) => {
    const there = laid.get(path);
    return there === undefined || there.mode !== mode || there.blob !== blob;
  });
};

/** How a cell can start from the build of a lane of the same source; empty if it cannot. */
export const builtLike = (
  context: FieldContext,
  lane: TreeUnderTest | undefined,
  changes: readonly TreeChange[],
): Pick<TreeUnderTest, 'builtAs'> => {
  const build = lastBuildOf(context);
  if (lane?.lasting !== true || build === undefined) return {};
  const over = missingFrom(lane, changes);
  if (over.length > 0 && context.plan.selectTests === null) return {};
  return { builtAs: { key: frozenKey(context, lane, build), over } };
};
