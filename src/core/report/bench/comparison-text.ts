import type {
  ModelComparison,
  PairedDifference,
  SettingsComparison,
} from '../../domain/bench/model-comparison.ts';
import { signed } from '../experiment/delta-scale.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { leftOutSentences } from './board-sentences.ts';
import {
  comparisonHeading,
  comparisonNotes,
  differenceRange,
  comparisonVerdict,
  winsOf,
} from './comparison-sentences.ts';
import { showScore } from './show-amount.ts';

const differenceLines = (
  one: PairedDifference,
  comparison: ModelComparison,
  paint: Paint,
): readonly string[] => {
  const verdict = printableLine(comparisonVerdict(one, comparison));
  const colour = one.better === null ? paint.dim : one.better === 'second' ? paint.good : paint.bad;
  if (one.difference === null) return [`  ${one.value.padEnd(11)} ${paint.dim(verdict)}`];
  return [
    `  ${one.value.padEnd(11)} ${showScore(one.first)} → ${showScore(one.second)}  ${paint.bold(signed(one.difference).padStart(6))} (${differenceRange(one)}; ${winsOf(one)})`,
    `  ${' '.repeat(11)} ${colour(verdict)}`,
  ];
};

const settingsLines = (
  one: SettingsComparison,
  comparison: ModelComparison,
  paint: Paint,
): readonly string[] => [
  '',
  paint.dim(printableLine(comparisonHeading(one))),
  ...one.differences.flatMap((difference) => differenceLines(difference, comparison, paint)),
  ...comparisonNotes(one, comparison).map((note) => `  ${printableLine(note)}`),
];

/** Compares two models, for a terminal. */
export const comparisonText = (comparison: ModelComparison, paint: Paint): readonly string[] => [
  paint.bold(`${printableLine(comparison.second)} against ${printableLine(comparison.first)}`),
  ...(comparison.reason === null ? [] : [`  nothing to compare: ${printableLine(comparison.reason)}`]),
  ...comparison.comparisons.flatMap((one) => settingsLines(one, comparison, paint)),
  ...leftOutSentences(comparison.left_out).map((line) => paint.dim(`  – ${printableLine(line)}`)),
];
