import type { ExperimentPolicy } from '../../domain/experiment/experiment-policy.ts';
import type {
  Interval,
  NextStep,
  StatisticalVerdict,
  TaskRegression,
  VerdictReason,
} from '../../domain/experiment/statistical-verdict.ts';
import type { ConfirmSample, TaskSample } from '../../domain/experiment/task-sample.ts';
import { clearlyAbove } from '../../math/nearly-equal.ts';
import { alikeInterval } from '../../math/statistics/alike-interval.ts';
import { type Bounds, signFlip, type SignFlip } from '../../math/statistics/sign-flip.ts';
import { costLines } from './cost-lines.ts';
import { findRegressions } from './find-regressions.ts';
import { nextStep } from './next-step.ts';
import { taskDelta } from './task-delta.ts';
import { showP, percent } from '../../text/amounts.ts';

export type StatisticalInput = {
  readonly samples: readonly TaskSample[];
  readonly confirmations: readonly ConfirmSample[];
  readonly policy: ExperimentPolicy;
  readonly seed: number;
};

type Outcome = Pick<StatisticalVerdict, 'verdict' | 'reasons'>;

const inside = ({ low, high }: Interval, margin: number): boolean =>
  low !== null && high !== null && !clearlyAbove(-margin, low) && !clearlyAbove(high, margin);

const bound = (value: number | null): string => (value === null ? 'unbounded' : value.toFixed(3));
const showInterval = ({ low, high }: Interval): string => `${bound(low)} to ${bound(high)}`;
const regressionReasons = (regressions: readonly TaskRegression[]): readonly VerdictReason[] =>
  regressions.flatMap(({ task, state, reason, adjusted_p: p }): VerdictReason[] => {
    if (state === 'cleared') return [];
    const code = state === 'confirmed' ? 'confirmed-regression' : 'suspected-regression';
    return [{ code, sentence: `${task}: a ${state} regression: ${reason} (corrected ${showP(p)})` }];
  });

/** Inverting the test on identical gains gives an interval of no width, but unobserved spread is not absent spread. */
const intervalOf = (deltas: readonly number[], test: SignFlip | null, confidence: number): Bounds => {
  const inverted = test?.interval ?? { low: null, high: null };
  return inverted.low === null ? inverted : (alikeInterval(deltas, confidence) ?? inverted);
};

const underpowered = (tasks: number, { min_tasks }: ExperimentPolicy, next: NextStep): Outcome => {
  const would = Math.max(min_tasks, next.tasks ?? min_tasks);
  const sentence = `${tasks} paired tasks cannot decide anything; ${would} would be enough`;
  return { verdict: 'inconclusive', reasons: [{ code: 'underpowered', sentence }] };
};

const because = (verdict: Outcome['verdict'], code: VerdictReason['code'], sentence: string): Outcome => ({
  verdict,
  reasons: [{ code, sentence }],
});

const byTest = (test: SignFlip, interval: Interval, policy: ExperimentPolicy): Outcome => {
  const mean = `${test.mean.toFixed(3)} a task on average`;
  const share = `${percent(policy.confidence)} interval ${showInterval(interval)}`;
  if (test.pLoss <= policy.significance)
    return because('regressed', 'loss', `a loss of ${mean}, ${showP(test.pLoss)}, ${share}`);
  const gained = test.pGain <= policy.significance;
  const enough = clearlyAbove(test.mean, policy.min_composite_gain);
  if (gained && enough)
    return because('improved', 'gain', `a gain of ${mean}, ${showP(test.pGain)}, ${share}`);
  if (inside(interval, policy.equivalence_margin))
    return because('equivalent', 'equivalent', `${share} lies within ${policy.equivalence_margin} of 0`);
  if (gained)
    return because(
      'inconclusive',
      'gain-too-small',
      `a gain of ${mean}, ${showP(test.pGain)}, does not exceed ${policy.min_composite_gain}`,
    );
  const wide = `neither a gain (${showP(test.pGain)}) nor a loss (${showP(test.pLoss)}) is shown: ${mean}, ${share}`;
  return because('inconclusive', 'too-uncertain', wide);
};

/** One confirmed regression outweighs every gain. */
const withRegressions = ({ verdict, reasons }: Outcome, regressions: readonly TaskRegression[]): Outcome => ({
  verdict: regressions.some(({ state }) => state === 'confirmed') ? 'regressed' : verdict,
  reasons: [...reasons, ...regressionReasons(regressions)],
});

/** The verdict that accounts for noise: tasks are the unit, and their deltas are tested by flipping signs. */
export const statisticalVerdict = ({
  samples,
  confirmations,
  policy,
  seed,
}: StatisticalInput): StatisticalVerdict => {
  const { confidence, draws } = policy;
  const deltas = samples.map((sample) => taskDelta(sample, confidence).delta);
  const test = signFlip(deltas, { confidence, draws, seed });
  const interval = { ...intervalOf(deltas, test, confidence), confidence };
  const regressions = findRegressions(samples, confirmations, policy);
  const next = nextStep(samples, policy);
  const few = test === null || samples.length < policy.min_tasks;
  const outcome = few
    ? { ...underpowered(samples.length, policy, next) }
    : withRegressions(byTest(test, interval, policy), regressions);
  return {
    verdict: outcome.verdict,
    reasons: few ? [...outcome.reasons, ...regressionReasons(regressions)] : [...outcome.reasons],
    tasks: samples.length,
    mean_delta: test?.mean ?? null,
    p_gain: test?.pGain ?? null,
    p_loss: test?.pLoss ?? null,
    interval,
    method: test?.method ?? 'none',
    regressions: [...regressions],
    cost: [...costLines(samples, policy, seed)],
    next,
  };
};
