import type { Ranking } from '../../domain/run/conclusion.ts';
import { plainPaint } from '../text/paint.ts';
import { plainMarkdown as plain } from '../text/plain-markdown.ts';
import { baseCommands, baseHealthSentences } from './base-health-lines.ts';
import { byDimension } from './dimension-order.ts';
import { type EvaluationReport, verdictLines } from './evaluation-text.ts';

const number = (score: number | null | undefined): string =>
  score === null || score === undefined ? '–' : score.toFixed(1);

const table = (rankings: readonly Ranking[]): readonly string[] => {
  const dimensions = [...new Set(rankings.flatMap(({ breakdown }) => Object.keys(breakdown)))].sort(
    byDimension,
  );
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['candidate', 'total', ...dimensions, 'not mergeable because']),
    row(['---', '---:', ...dimensions.map(() => '---:'), '---']),
    ...rankings.map(({ agent, total, breakdown, gates, reasons }) =>
      row([
        plain(agent),
        number(total),
        ...dimensions.map((dimension) => number(breakdown[dimension])),
        plain(gates.map((gate) => `${gate}: ${reasons[gate] ?? 'failed'}`).join('; ')),
      ]),
    ),
  ];
};

/** The result of a run as a comment on a pull request: the base first, then verdict, ranking and notes. */
export const evaluationMarkdown = (report: EvaluationReport): string => {
  const { conclusion, captured, runId } = report;
  const { base_health: health, why = [], decision, rejected, notes } = conclusion;
  return [
    ...verdictLines(plainPaint, report).map((line) => `## ${plain(line)}`),
    '',
    ...(health === undefined
      ? []
      : [
          ...baseHealthSentences(health).map((line, at) => `${at === 0 ? '**Base:** ' : '- '}${plain(line)}`),
          '',
        ]),
    ...why.map(plain),
    ...(decision?.settle ?? []).map((line) => `- ${plain(line)}`),
    '',
    ...table(conclusion.rankings),
    '',
    ...rejected.map(({ agent, reason }) => `- rejected ${plain(agent)}: ${plain(reason)}`),
    ...notes.map((note) => `- ${plain(note)}`),
    '',
    `Run ${plain(runId)}, base ${plain(captured.base.ref)}, profile ${plain(captured.profile)}${health === undefined ? '' : `; ${plain(baseCommands(health))}`}.`,
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
};
