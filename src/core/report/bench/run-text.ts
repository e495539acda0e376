import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { paintScore, scoreBar } from '../text/score-bar.ts';
import {
  failedTests,
  outcomeOf,
  runSentences,
  type ScoreLine,
  scoreLines,
  usageSentences,
} from './run-sentences.ts';
import { DASH, showScore } from './show-amount.ts';

const BAR = 20;
const NAME = 11;

const scoreLine = ({ metric, score, reason }: ScoreLine, paint: Paint): string => {
  const bar = score === null ? ' '.repeat(BAR) : paintScore(paint, 100 * score, scoreBar(100 * score, BAR));
  const number = score === null ? DASH.padStart(5) : showScore(score);
  const why = reason === null ? '' : `  ${paint.dim(printableLine(reason))}`;
  const name = metric.padEnd(NAME);
  return `  ${metric === 'total' ? paint.bold(name) : name} ${bar} ${number}${why}`;
};

const paintOutcome = (summary: BenchSummary, paint: Paint): string => {
  const colour = summary.solved === true ? paint.good : summary.solved === false ? paint.bad : paint.warn;
  return colour(paint.bold(outcomeOf(summary)));
};

/** One run, for a terminal. */
export const benchReportText = (summary: BenchSummary, paint: Paint): readonly string[] => {
  const { model, task, language, kind, repeat, run_id: id } = summary;
  const failed = failedTests(summary).flatMap(({ title, tests, more }) => [
    paint.bad(`${title}:`),
    ...tests.map((test) => `  ${paint.bad('✗')} ${printableLine(test)}`),
    ...(more > 0 ? [paint.dim(`  and ${more} more`)] : []),
  ]);
  return [
    `${paintOutcome(summary, paint)}  ${printableLine(model)} on ${printableLine(task)} (${language}, ${kind}), repeat ${repeat}, ${printableLine(id)}`,
    '',
    ...scoreLines(summary).map((line) => scoreLine(line, paint)),
    '',
    ...[...usageSentences(summary), ...runSentences(summary)].map((line) => `  ${printableLine(line)}`),
    ...(failed.length === 0 ? [] : ['', ...failed]),
    ...summary.notes.map((note) => paint.dim(`note: ${printableLine(note)}`)),
  ];
};
