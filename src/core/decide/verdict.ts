import type { Obstacle, Regression, TaskPair, Verdict } from '../domain/experiment/comparison.ts';
import type { Thresholds } from '../domain/experiment/experiment-facts.ts';
import type { StatisticalVerdict } from '../domain/experiment/statistical-verdict.ts';
import { compareText } from '../math/compare-text.ts';
import { objectiveRate } from '../math/objective-rate.ts';
import { clearlyAbove } from '../math/nearly-equal.ts';

const objectiveDrop = ({ task, objective }: TaskPair): Regression[] => {
  if (!objective.known) return [];
  const { baseline, candidate } = objective.value;
  const fewer = clearlyAbove(baseline.passed, candidate.passed);
  if (!fewer && !clearlyAbove(objectiveRate(baseline), objectiveRate(candidate))) return [];
  const before = `${baseline.passed} of ${baseline.total}`;
  const after = `${candidate.passed} of ${candidate.total}`;
  return [{ task, kind: 'objective_drop', reason: `checks passed: ${before} before, ${after} now` }];
};

const compositeDrop = ({ task, composite }: TaskPair, limit: number): Regression[] => {
  if (!composite.known) return [{ task, kind: 'non_finite', reason: composite.reason }];
  const drop = composite.value.baseline - composite.value.candidate;
  if (!Number.isFinite(drop)) return [{ task, kind: 'non_finite', reason: 'the delta is not finite' }];
  if (!clearlyAbove(drop, limit)) return [];
  return [{ task, kind: 'composite_drop', reason: `composite down by ${drop.toFixed(3)}, allowed ${limit}` }];
};

/** Unknown or non-finite deltas add nothing here; they are regressions of their own. */
const deltaOf = ({ composite }: TaskPair): number => {
  if (!composite.known) return 0;
  const delta = composite.value.candidate - composite.value.baseline;
  return Number.isFinite(delta) ? delta : 0;
};

/** The documented rule for one deterministic run of each task. One hard regression outweighs every gain. */
export const decideVerdict = (
  pairs: readonly TaskPair[],
  dropped: readonly string[],
  thresholds: Thresholds,
): Verdict => {
  const regressions: Regression[] = [
    ...pairs.flatMap((pair) => (thresholds.objectiveDropIsRegression ? objectiveDrop(pair) : [])),
    ...pairs.flatMap((pair) => compositeDrop(pair, thresholds.regressionCompositeDrop)),
    ...dropped.map((task): Regression => ({
      task,
      kind: 'dropped_task',
      reason: 'the candidate did not run this task',
    })),
  ].sort((left, right) => compareText(left.task, right.task) || compareText(left.kind, right.kind));
  const netGain = pairs.reduce((sum, pair) => sum + deltaOf(pair), 0);
  const gained = clearlyAbove(netGain, thresholds.minCompositeGain);
  return {
    verdict: regressions.length > 0 ? 'regressed' : gained ? 'improved' : 'neutral',
    netGain,
    regressions,
  };
};

/** Fresh trials cleared some tasks of the suspicion: their drops no longer count, and nothing else changes. */
export const clearRegressions = (
  { verdict, netGain, regressions }: Verdict,
  cleared: ReadonlySet<string>,
  thresholds: Thresholds,
): Verdict => {
  const left = regressions.filter(
    ({ task, kind }) => !(cleared.has(task) && (kind === 'objective_drop' || kind === 'composite_drop')),
  );
  if (left.length === regressions.length) return { verdict, netGain, regressions };
  const gained = clearlyAbove(netGain, thresholds.minCompositeGain);
  return {
    verdict: left.length > 0 ? 'regressed' : gained ? 'improved' : 'neutral',
    netGain,
    regressions: left,
  };
};

export type PromotionCase = Pick<Verdict, 'verdict' | 'regressions'> & {
  /** If a task has several trials, the statistical verdict has to agree. */
  readonly statistical?: Pick<StatisticalVerdict, 'verdict' | 'regressions'> | null;
  /** Anything that makes the comparison incomplete: one is enough. */
  readonly obstacles?: readonly Obstacle[];
};

/** The only door to promotion. Fail closed: ambiguity never promotes. */
export const shouldPromote = ({
  verdict,
  regressions,
  statistical,
  obstacles = [],
}: PromotionCase): boolean => {
  if (verdict !== 'improved' || regressions.length > 0 || obstacles.length > 0) return false;
  if (statistical === undefined || statistical === null) return true;
  return (
    statistical.verdict === 'improved' && !statistical.regressions.some(({ state }) => state === 'confirmed')
  );
};
