import type {
  ModelComparison,
  PairedDifference,
  PairedRatio,
  SettingsComparison,
} from '../../domain/bench/model-comparison.ts';
import type { Interval } from '../../domain/experiment/statistical-verdict.ts';
import { signed } from '../experiment/delta-scale.ts';
import { showLimits, showSettings } from '../../domain/bench/settings-words.ts';
import { listFirst, plural } from '../../text/amounts.ts';

const SIGNALS = { usd: 'cost', tokens: 'tokens', wall_ms: 'time' } as const;
const SHOWN = 6;

const between = ({ low, high }: Interval, show: (value: number) => string): string =>
  `${low === null ? 'unbounded' : show(low)} to ${high === null ? 'unbounded' : show(high)}`;

/** Names the better model, if there is one, instead of "the first" or "the second". */
export const comparisonVerdict = (
  { better, sentence }: PairedDifference,
  { first, second }: Pick<ModelComparison, 'first' | 'second'>,
): string => {
  if (better === null) return sentence;
  return sentence.replace(/^the (?:first|second)/, () => (better === 'first' ? first : second));
};

export const differenceRange = ({ interval }: PairedDifference): string =>
  interval.low === null && interval.high === null
    ? 'no interval'
    : between(interval, (value) => signed(value));

export const winsOf = ({ first_better: first, second_better: second, tasks }: PairedDifference): string =>
  `${second} better, ${first} worse, ${tasks - first - second} equal`;

export const ratioSentence = ({ signal, ratio, interval, tasks, p, reason }: PairedRatio): string => {
  if (ratio === null) return `${SIGNALS[signal]}: unknown, ${reason ?? 'no reason was given'}`;
  const times = (value: number): string => `×${value.toFixed(2)}`;
  const chance = p === null ? '' : `, p = ${p.toFixed(4)}`;
  return `${SIGNALS[signal]}: ${times(ratio)} (${between(interval, times)}; ${plural(tasks, 'task')}${chance})`;
};

const aside = (whose: string, tasks: readonly string[]): readonly string[] =>
  tasks.length === 0 ? [] : [`only ${whose} ran ${plural(tasks.length, 'task')}: ${listFirst(tasks, SHOWN)}`];

const unlikeJudges = (
  { judges }: SettingsComparison,
  { first, second }: Pick<ModelComparison, 'first' | 'second'>,
): readonly string[] => {
  if (judges === undefined) return [];
  const who = `${first}: ${judges.first.join('; ')}. ${second}: ${judges.second.join('; ')}`;
  return [
    `human_like and total are left out, because the judges differ (${who})`,
    'to compare them too, run both with the same --judge-model',
  ];
};

/** Below the table: cost and time, and runs that could not be paired. */
export const comparisonNotes = (
  one: SettingsComparison,
  { first, second }: ModelComparison,
): readonly string[] => [
  ...one.ratios.map(ratioSentence),
  ...aside(first, one.only_first),
  ...aside(second, one.only_second),
  ...unlikeJudges(one, { first, second }),
];

export const comparisonHeading = ({ settings, judges, tasks }: SettingsComparison): string =>
  `${plural(tasks.length, 'task')} in common, ${judges === undefined ? showSettings(settings) : `${showLimits(settings)}, not judged alike`}`;
