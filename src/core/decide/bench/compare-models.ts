import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type { TotalRule } from '../../domain/bench/benchmark-policy.ts';
import { judgeName, showLimits } from '../../domain/bench/settings-words.ts';
import type {
  ComparedValue,
  ModelComparison,
  PairedRatio,
  SettingsComparison,
} from '../../domain/bench/model-comparison.ts';
import { compareText } from '../../math/compare-text.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { signFlip } from '../../math/statistics/sign-flip.ts';
import { pairTasks, settleDifferences, SIGNIFICANCE, testDifference, twoSided } from './paired-difference.ts';
import { type CurrentHashes, groupRuns, limitsKey, selectRuns, settingsKey } from './select-runs.ts';
import {
  CONFIDENCE,
  meansByTask,
  metricValue,
  type RunValue,
  SUCCESS,
  USD,
  valuesByTask,
  WALL_MS,
} from './task-means.ts';

type Sides = { readonly first: readonly BenchSummary[]; readonly second: readonly BenchSummary[] };

const TOKENS: RunValue = {
  of: ({ usage }) => usage.total_tokens,
  reasonOf: () => 'the tokens are not known',
};

const SIGNALS = [
  ['usd', USD],
  ['tokens', TOKENS],
  ['wall_ms', WALL_MS],
] as const;

const ratioOf = (signal: PairedRatio['signal'], value: RunValue, { first, second }: Sides): PairedRatio => {
  const logs = pairTasks(meansByTask(first, value), meansByTask(second, value)).flatMap(([own, other]) =>
    own > 0 && other > 0 ? [Math.log(other / own)] : [],
  );
  const test = signFlip(logs, { confidence: CONFIDENCE });
  const back = (log: number | null): number | null => (log === null ? null : Math.exp(log));
  // A ratio is unbounded, so identical ratios give no interval.
  const alike = logs.every((log) => nearlyEqual(log, logs[0] ?? 0));
  return {
    signal,
    tasks: logs.length,
    ratio: back(test?.mean ?? null),
    interval: {
      low: alike ? null : back(test?.interval.low ?? null),
      high: alike ? null : back(test?.interval.high ?? null),
      confidence: CONFIDENCE,
    },
    p: test === null ? null : twoSided(test),
    reason: test === null ? 'no task on which both are known and above 0' : null,
  };
};

const tasksOf = (runs: readonly BenchSummary[]): ReadonlySet<string> =>
  new Set(runs.map(({ task }) => task).sort(compareText));

/** Values that judges decide. Scores by different judges are not comparable. */
const JUDGED: ReadonlySet<ComparedValue> = new Set(['total', 'human_like']);
const VALUES: readonly ComparedValue[] = ['success', ...BENCH_METRICS];

const judgesOf = (runs: readonly BenchSummary[]): readonly string[] =>
  [...new Set(runs.map(({ settings }) => judgeName(settings)))].sort(compareText);

const compareSides = (
  sides: Sides,
  { judged, total }: { judged: boolean; total: TotalRule },
): SettingsComparison => {
  const [first, second] = [tasksOf(sides.first), tasksOf(sides.second)];
  const value = (name: ComparedValue): RunValue => (name === 'success' ? SUCCESS : metricValue(name, total));
  const { settings } = sides.first[0]!;
  return {
    settings: judged ? settings : { ...settings, judge_model: null },
    ...(judged ? {} : { judges: { first: judgesOf(sides.first), second: judgesOf(sides.second) } }),
    tasks: [...first].filter((task) => second.has(task)),
    only_first: [...first].filter((task) => !second.has(task)),
    only_second: [...second].filter((task) => !first.has(task)),
    differences: settleDifferences(
      VALUES.filter((name) => judged || !JUDGED.has(name)).map((name) =>
        testDifference(name, valuesByTask(sides.first, value(name)), valuesByTask(sides.second, value(name))),
      ),
    ),
    ratios: SIGNALS.map(([signal, own]) => ratioOf(signal, own, sides)),
  };
};

type Grouped = ReadonlyMap<string, readonly BenchSummary[]>;

const inCommon = (first: Grouped, second: Grouped): readonly Sides[] =>
  [...first]
    .sort(([left], [right]) => compareText(left, right))
    .flatMap(([key, own]) => {
      const other = second.get(key);
      return other === undefined ? [] : [{ first: own, second: other }];
    });

/** With the same judges: everything. If that leaves out tasks that both ran: those too, without values of judges. */
const compareUnderLimits = (sides: Sides, total: TotalRule): readonly SettingsComparison[] => {
  const whole = inCommon(groupRuns(sides.first, settingsKey), groupRuns(sides.second, settingsKey)).map(
    (same) => compareSides(same, { judged: true, total }),
  );
  const covered = new Set(whole.flatMap(({ tasks }) => tasks));
  const second = tasksOf(sides.second);
  const left = [...tasksOf(sides.first)].some((task) => second.has(task) && !covered.has(task));
  return whole.length > 0 && !left ? whole : [...whole, compareSides(sides, { judged: false, total })];
};

const limitsOf = (runs: readonly BenchSummary[]): string =>
  [...new Set(runs.map(({ settings }) => showLimits(settings)))].sort(compareText).join('; or ');

const whyNothing = (first: string, second: string, sides: Sides): string => {
  if (first === second) return 'a model is not compared with itself';
  if (sides.first.length === 0 || sides.second.length === 0) {
    const absent = [sides.first.length === 0 ? first : '', sides.second.length === 0 ? second : ''];
    return `no run that counts of ${absent.filter((name) => name !== '').join(' and ')}`;
  }
  const limits = `${first} ran with ${limitsOf(sides.first)}, ${second} with ${limitsOf(sides.second)}`;
  return `the two were never run within the same limits: ${limits}. Run one of them again with the limits of the other`;
};

/** The second model against the first, task by task, separately for each set of limits that both ran with. */
export const compareModels = (
  summaries: readonly BenchSummary[],
  current: CurrentHashes,
  [first, second]: readonly [first: string, second: string],
  total: TotalRule = 'solved',
): ModelComparison => {
  const { runs, leftOut } = selectRuns(summaries, current);
  const of = (name: string) => runs.filter(({ model }) => model === name);
  const sides = { first: of(first), second: of(second) };
  const comparisons =
    first === second
      ? []
      : inCommon(groupRuns(sides.first, limitsKey), groupRuns(sides.second, limitsKey)).flatMap((same) =>
          compareUnderLimits(same, total),
        );
  return {
    first,
    second,
    significance: SIGNIFICANCE,
    comparisons,
    left_out: leftOut.filter(({ model }) => model === first || model === second),
    reason: comparisons.length === 0 ? whyNothing(first, second, sides) : null,
  };
};
