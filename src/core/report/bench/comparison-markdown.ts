import type {
  ModelComparison,
  PairedDifference,
  SettingsComparison,
} from '../../domain/bench/model-comparison.ts';
import { signed } from '../experiment/delta-scale.ts';
import { plainMarkdown as plain } from '../text/plain-markdown.ts';
import { leftOutSentences } from './board-sentences.ts';
import {
  comparisonHeading,
  comparisonNotes,
  differenceRange,
  comparisonVerdict,
  winsOf,
} from './comparison-sentences.ts';
import { DASH, showScore } from './show-amount.ts';

const row = (one: PairedDifference, comparison: ModelComparison): string => {
  const known = one.difference !== null;
  const cells = [
    plain(one.value),
    showScore(one.first),
    showScore(one.second),
    known ? signed(one.difference ?? 0) : DASH,
    known ? differenceRange(one) : DASH,
    winsOf(one),
    plain(comparisonVerdict(one, comparison)),
  ];
  return `| ${cells.join(' | ')} |`;
};

const section = (one: SettingsComparison, comparison: ModelComparison): readonly string[] => [
  plain(comparisonHeading(one)),
  '',
  `| | ${plain(comparison.first)} | ${plain(comparison.second)} | difference | interval | tasks | |`,
  '|---|---:|---:|---:|---|---|---|',
  ...one.differences.map((difference) => row(difference, comparison)),
  '',
  ...comparisonNotes(one, comparison).map((note) => `- ${plain(note)}`),
  '',
];

/** Compares two models, as a page. */
export const comparisonMarkdown = (comparison: ModelComparison): string => {
  const lines = [
    `## ${plain(comparison.second)} against ${plain(comparison.first)}`,
    '',
    ...(comparison.reason === null ? [] : [plain(`Nothing to compare: ${comparison.reason}`), '']),
    ...comparison.comparisons.flatMap((one) => section(one, comparison)),
    ...leftOutSentences(comparison.left_out).map((line) => `- ${plain(line)}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
