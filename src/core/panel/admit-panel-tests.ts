import type { Cell } from '../domain/evidence/matrix.ts';
import type { PanelTest } from '../domain/evidence/panel-tests.ts';
import type { Measured } from '../domain/measured.ts';

/** Two runs of the same tests on one tree. */
export type RanTwice = {
  readonly names: readonly string[];
  readonly runs: readonly [Measured<Cell>, Measured<Cell>];
};

const MOST_TESTS = 60;

type Result = 'passed' | 'failed' | 'skipped';

/** A test that is absent did not start, because its file cannot be loaded there. Null: the machine failed. */
const inRun = (run: Measured<Cell>, id: string): Result | null => {
  if (!run.known) return run.cause === 'candidate' ? 'failed' : null;
  if (run.value.passed.includes(id)) return 'passed';
  return run.value.skipped.includes(id) ? 'skipped' : 'failed';
};

const onTree = ({ runs: [first, second] }: RanTwice, id: string): Result | 'unsteady' | null => {
  const [one, two] = [inRun(first, id), inRun(second, id)];
  if (one === null || two === null) return null;
  return one === two ? one : 'unsteady';
};

const idsIn = ({ runs }: RanTwice): readonly string[] =>
  runs.flatMap((run) => (run.known ? [...run.value.passed, ...run.value.failed, ...run.value.skipped] : []));

/**
 * Which tests may count: those with the same result twice that do not pass on the base and pass with some candidate. If
 * a test changes its result on one candidate's tree alone, that candidate is the cause and has no result.
 */
export const admitPanelTests = (
  base: RanTwice,
  trees: readonly RanTwice[],
  isOther: (id: string) => boolean,
): readonly PanelTest[] => {
  const ids = [...new Set([base, ...trees].flatMap(idsIn))].filter((id) => !isOther(id)).sort();
  return ids.slice(0, MOST_TESTS).flatMap((id): readonly PanelTest[] => {
    const before = onTree(base, id);
    if (before === null) return [];
    const seen = trees.map((tree) => ({ names: tree.names, result: onTree(tree, id) }));
    const namesOf = (wanted: Result): string[] =>
      seen.flatMap(({ names, result }) => (result === wanted ? names : []));
    const [passed, failed] = [namesOf('passed'), namesOf('failed')];
    const unsteady = seen.filter(({ result }) => result === 'unsteady').length;
    const state =
      before === 'unsteady' || unsteady > 1
        ? 'unsteady'
        : before !== 'failed'
          ? 'passes-on-base'
          : passed.length === 0
            ? 'passes-nowhere'
            : 'admitted';
    return [{ id, state, passed, failed }];
  });
};
