import type { ConfigurationRanking } from '../../domain/experiment/configuration-ranking.ts';
import type { ConfigurationVerdict, ExperimentRecord } from '../../domain/experiment/experiment-record.ts';
import type { ReportLayout } from '../report-format.ts';
import { deltaPlotLines } from './delta-plot-text.ts';
import { signed } from './delta-scale.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { settlingSentence, settlingStep } from './settling-step.ts';
import {
  costSentence,
  PLOTTED,
  promotionSentences,
  reasonSentences,
  testSentence,
} from './verdict-sentences.ts';
import { percent } from '../../text/amounts.ts';

const paintVerdict = (paint: Paint, verdict: ConfigurationVerdict['verdict']): string => {
  const colour = verdict === 'improved' ? paint.good : verdict === 'regressed' ? paint.bad : paint.warn;
  return colour(paint.bold(verdict));
};

const verdictLines = (
  record: ExperimentRecord,
  verdict: ConfigurationVerdict,
  layout: ReportLayout,
): readonly string[] => {
  const baseline = record.configurations[0]?.name ?? '';
  const step = settlingStep(record, verdict);
  const { paint } = layout;
  const { statistical } = verdict;
  const [cost] = statistical?.cost ?? [];
  return [
    `${paintVerdict(paint, verdict.verdict)}  ${printableLine(verdict.candidate)} against ${printableLine(baseline)} (${verdict.rule} rule)`,
    ...reasonSentences(verdict).map((reason) => `  ${reason}`),
    '',
    ...deltaPlotLines(verdict.deltas, layout),
    ...(verdict.deltas.length === 0 ? [] : [paint.dim(`  ${PLOTTED}`)]),
    '',
    ...(statistical === null ? [] : [`  ${testSentence(statistical)}`]),
    ...(cost === undefined ? [] : [`  cost: ${costSentence(cost)}`]),
    ...(statistical === null ? [] : [`  next: ${statistical.next.sentence}`]),
    ...promotionSentences(verdict).map((line) => `  ${verdict.promote ? paint.good(line) : paint.dim(line)}`),
    ...verdict.notes.map((note) => paint.dim(`  note: ${printableLine(note)}`)),
    ...(step === null ? [] : [`  ${paint.bold(printableLine(settlingSentence(step)))}`]),
  ];
};

const rankingLines = ({ configurations, tasks }: ConfigurationRanking, paint: Paint): readonly string[] => [
  paint.bold(`Order over ${tasks} tasks`),
  ...configurations.map(
    ({ configuration, mean, strength, interval, probability_best }, at) =>
      `  ${at + 1} ${printableLine(configuration, 28).padEnd(28)}  mean ${mean.toFixed(3)}  strength ${signed(strength, 2)} (${signed(interval.low ?? 0, 2)} to ${signed(interval.high ?? 0, 2)})  best with ${percent(probability_best)}`,
  ),
];

/** A comparison, for a terminal. */
export const experimentLines = (record: ExperimentRecord, layout: ReportLayout): readonly string[] => [
  ...record.verdicts.flatMap((verdict, at) => [
    ...(at === 0 ? [] : ['']),
    ...verdictLines(record, verdict, layout),
  ]),
  ...(record.ranking === null ? [] : ['', ...rankingLines(record.ranking, layout.paint)]),
  ...record.notes.map((note) => layout.paint.dim(`note: ${printableLine(note)}`)),
];
