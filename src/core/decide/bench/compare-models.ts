import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type {
  ModelComparison,
  PairedRatio,
  SettingsComparison,
} from '../../domain/bench/model-comparison.ts';
import { compareText } from '../../math/compare-text.ts';
import { signFlip } from '../../math/statistics/sign-flip.ts';
import { pairTasks, settleDifferences, SIGNIFICANCE, testDifference, twoSided } from './paired-difference.ts';
import { type CurrentHashes, groupRuns, selectRuns, settingsKey } from './select-runs.ts';
import { CONFIDENCE, meansByTask, metricValue, type RunValue, SUCCESS, USD, WALL_MS } from './task-means.ts';

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
  return {
    signal,
    tasks: logs.length,
    ratio: back(test?.mean ?? null),
    interval: {
      low: back(test?.interval.low ?? null),
      high: back(test?.interval.high ?? null),
      confidence: CONFIDENCE,
    },
    p: test === null ? null : twoSided(test),
    reason: test === null ? 'no task on which both are known and above 0' : null,
  };
};

const tasksOf = (runs: readonly BenchSummary[]): ReadonlySet<string> =>
  new Set(runs.map(({ task }) => task).sort(compareText));

const compareSides = (sides: Sides): SettingsComparison => {
  const [first, second] = [tasksOf(sides.first), tasksOf(sides.second)];
  const value = (name: 'success' | (typeof BENCH_METRICS)[number]): RunValue =>
    name === 'success' ? SUCCESS : metricValue(name);
  return {
    settings: sides.first[0]!.settings,
    tasks: [...first].filter((task) => second.has(task)),
    only_first: [...first].filter((task) => !second.has(task)),
    only_second: [...second].filter((task) => !first.has(task)),
    differences: settleDifferences(
      (['success', ...BENCH_METRICS] as const).map((name) =>
        testDifference(name, meansByTask(sides.first, value(name)), meansByTask(sides.second, value(name))),
      ),
    ),
    ratios: SIGNALS.map(([signal, own]) => ratioOf(signal, own, sides)),
  };
};

const whyNothing = (first: string, second: string, sides: Sides): string => {
  if (first === second) return 'a model is not compared with itself';
  if (sides.first.length === 0 || sides.second.length === 0) {
    const absent = [sides.first.length === 0 ? first : '', sides.second.length === 0 ? second : ''];
    return `no run that counts of ${absent.filter((name) => name !== '').join(' and ')}`;
  }
  return 'the two were never run with the same settings';
};

/** The second model against the first, task by task, separately for each set of settings that both ran with. */
export const compareModels = (
  summaries: readonly BenchSummary[],
  current: CurrentHashes,
  [first, second]: readonly [first: string, second: string],
): ModelComparison => {
  const { runs, leftOut } = selectRuns(summaries, current);
  const of = (name: string) => runs.filter(({ model }) => model === name);
  const sides = { first: of(first), second: of(second) };
  const others = groupRuns(sides.second, settingsKey);
  const comparisons =
    first === second
      ? []
      : [...groupRuns(sides.first, settingsKey)]
          .sort(([left], [right]) => compareText(left, right))
          .flatMap(([key, own]) => {
            const other = others.get(key);
            return other === undefined ? [] : [compareSides({ first: own, second: other })];
          });
  return {
    first,
    second,
    significance: SIGNIFICANCE,
    comparisons,
    left_out: leftOut.filter(({ model }) => model === first || model === second),
    reason: comparisons.length === 0 ? whyNothing(first, second, sides) : null,
  };
};
