import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
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

const MOVED = 'recompile-elsewhere';

/** The base compiled at another path, where what its installation compiled is of no use; empty: nothing is compiled. */
export const compiledElsewhere = ({ plan, base, tools }: FieldContext): Pick<TreeUnderTest, 'after'> => {
  const { recompile } = plan;
  // Only overlays can be kept.
  if (recompile === undefined || tools.dispatcher.isolation.level !== 'sandboxed') return {};
  if (base.installed.status !== 'installed') return {};
  const check = { ...recompile, name: MOVED };
  return {
    after: {
      id: MOVED,
      tree: `cell-${tools.digest(JSON.stringify([base.commit, MOVED]))}`,
      // Its time says nothing about candidates, and a failure nothing about the base: it is measured apart.
      side: 'candidate',
      owners: [BASELINE],
      changes: [],
      ownInstall: false,
      limitsMs: { [MOVED]: check.timeoutMs },
      checks: [check],
      // The path counts for compilers, and the clock does not.
      place: 'moved',
      lasting: true,
    },
  };
};
