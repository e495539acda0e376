import { BENCH_METRICS, type BenchMetric } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { FunctionalDetail } from '../../domain/bench/functional-detail.ts';
import { showSettings } from '../../domain/bench/settings-words.ts';
import { showCount, showTime, showUsd } from './show-amount.ts';

const MOST_TESTS = 50;

const reasonFor = ({ reasons }: BenchSummary, name: string): string | null =>
  Object.hasOwn(reasons, name) ? (reasons[name] ?? null) : null;

export const outcomeOf = ({ status, solved }: BenchSummary): string => {
  if (status === 'infrastructure') return 'not scored';
  if (solved === null) return 'unknown whether solved';
  return solved ? 'solved' : 'not solved';
};

export type ScoreLine = {
  readonly metric: BenchMetric;
  readonly score: number | null;
  readonly reason: string | null;
};

/** Every metric; a null, or a 0 with a reason, is printed with the reason. */
export const scoreLines = (summary: BenchSummary): readonly ScoreLine[] =>
  BENCH_METRICS.map((metric) => {
    const score = summary.scores[metric];
    return {
      metric,
      score,
      reason: reasonFor(summary, metric) ?? (score === null ? 'no reason was given' : null),
    };
  });

/** The run's usage; anything that the agent did not report is unknown, not 0. */
export const usageSentences = (summary: BenchSummary): readonly string[] => {
  const { usage } = summary;
  const cost =
    summary.cost_usd === null
      ? `unknown, ${reasonFor(summary, 'cost_usd') ?? reasonFor(summary, 'cost') ?? 'no reason was given'}`
      : showUsd(summary.cost_usd);
  return [
    `tokens: ${showCount(usage.total_tokens)} (input ${showCount(usage.input_tokens)}, cached ${showCount(usage.cached_tokens)}, output ${showCount(usage.output_tokens)})`,
    `steps: ${showCount(usage.steps)}, tool calls: ${showCount(usage.tool_calls)}, invalid: ${showCount(usage.invalid_calls)}`,
    `time: ${showTime(usage.wall_ms)}, cost: ${cost}`,
  ];
};

export type FailedTests = {
  readonly title: string;
  readonly tests: readonly string[];
  readonly more: number;
};

const failedOf = (title: string, tests: readonly string[]): readonly FailedTests[] =>
  tests.length === 0
    ? []
    : [{ title, tests: tests.slice(0, MOST_TESTS), more: Math.max(0, tests.length - MOST_TESTS) }];

/** Hidden tests that did not pass, if the details name them. */
export const failedTests = ({ metric_details: details }: BenchSummary): readonly FailedTests[] => {
  const detail = FunctionalDetail.safeParse(
    Object.hasOwn(details, 'functional') ? details['functional'] : undefined,
  );
  if (!detail.success) return [];
  return [
    ...failedOf('Should pass but does not', detail.data.fail_to_pass?.failed ?? []),
    ...failedOf('Passed before and now fails', detail.data.pass_to_pass?.failed ?? []),
  ];
};

/** Why the run ended, and its settings. */
export const runSentences = (summary: BenchSummary): readonly string[] => [
  `ended: ${summary.ended.how}${summary.ended.reason === '' ? '' : `, ${summary.ended.reason}`}`,
  `settings: ${showSettings(summary.settings)}`,
];
