import type { ConfigurationRanking } from '../../domain/experiment/configuration-ranking.ts';
import type { ConfigurationVerdict, ExperimentRecord } from '../../domain/experiment/experiment-record.ts';
import type { TaskDelta } from '../../domain/experiment/statistical-verdict.ts';
import { byDelta, signed } from './delta-scale.ts';
import { plainMarkdown as plain } from '../text/plain-markdown.ts';
import { settlingSentence, settlingStep } from './settling-step.ts';
import {
  costSentence,
  PLOTTED,
  promotionSentences,
  reasonSentences,
  testSentence,
} from './verdict-sentences.ts';
import { percent } from '../../text/amounts.ts';

const MOST_ROWS = 100;
const SIGN = {
  improved: '🟢',
  regressed: '🔴',
  neutral: '⚪',
  equivalent: '⚪',
  inconclusive: '🟡',
} as const;

const taskRow = ({ task, baseline, candidate, delta, interval, trials }: TaskDelta): string => {
  const range = `${interval.low === null ? '' : signed(interval.low)} to ${interval.high === null ? '' : signed(interval.high)}`;
  return `| ${plain(task)} | ${baseline.toFixed(3)} | ${candidate.toFixed(3)} | ${signed(delta)} | ${range} | ${trials.baseline} / ${trials.candidate} |`;
};

const taskTable = (deltas: readonly TaskDelta[]): readonly string[] => {
  const shown = byDelta(deltas).slice(0, MOST_ROWS);
  const left = deltas.length - shown.length;
  return [
    `<details><summary>Tasks, the largest losses first; ${PLOTTED}</summary>`,
    '',
    '| task | baseline | candidate | delta | interval | trials |',
    '|---|---:|---:|---:|---|---:|',
    ...shown.map(taskRow),
    ...(left > 0 ? ['', `${left} more tasks are not shown.`] : []),
    '',
    '</details>',
  ];
};

const section = (record: ExperimentRecord, verdict: ConfigurationVerdict): readonly string[] => {
  const baseline = record.configurations[0]?.name ?? '';
  const step = settlingStep(record, verdict);
  const { statistical } = verdict;
  const facts = [
    ...(statistical === null ? [] : [testSentence(statistical)]),
    ...(statistical?.cost ?? []).map((line) => `cost: ${costSentence(line)}`),
    ...(statistical === null ? [] : [`next: ${statistical.next.sentence}`]),
    ...promotionSentences(verdict),
    ...verdict.notes.map((note) => `note: ${note}`),
    ...(step === null ? [] : [settlingSentence(step)]),
  ];
  return [
    `### ${SIGN[verdict.verdict]} ${verdict.verdict}: ${plain(verdict.candidate)} against ${plain(baseline)}`,
    '',
    ...reasonSentences(verdict).map((reason) => `- **${plain(reason)}**`),
    ...facts.map((fact) => `- ${plain(fact)}`),
    '',
    ...taskTable(verdict.deltas),
    '',
  ];
};

const rankingTable = ({ configurations, tasks }: ConfigurationRanking): readonly string[] => [
  `### Order over ${tasks} tasks`,
  '',
  '| | configuration | mean | strength | interval | best |',
  '|---:|---|---:|---:|---|---:|',
  ...configurations.map(
    ({ configuration, mean, strength, interval, probability_best }, at) =>
      `| ${at + 1} | ${plain(configuration)} | ${mean.toFixed(3)} | ${signed(strength, 2)} | ${signed(interval.low ?? 0, 2)} to ${signed(interval.high ?? 0, 2)} | ${percent(probability_best)} |`,
  ),
  '',
];

/** A comparison as the comment of a pull request. */
export const experimentMarkdown = (record: ExperimentRecord): string => {
  const lines = [
    `## Hydra: ${record.tasks.length} tasks, ${plain(record.agent.spec)}`,
    '',
    ...record.verdicts.flatMap((verdict) => section(record, verdict)),
    ...(record.ranking === null ? [] : rankingTable(record.ranking)),
    ...record.notes.map((note) => `> ${plain(note)}`),
    `<sub>experiment ${plain(record.id)}, engine ${plain(record.engine_version)}, seed ${record.seed}</sub>`,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
