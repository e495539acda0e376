import { shellQuote } from '../../../core/domain/check/shell-quote.ts';
import { EVALUATION_FORMATS } from '../../../core/report/formats.ts';
import type { EvaluationReport } from '../../../core/report/run/evaluation-text.ts';
import { printReport } from '../console/print-report.ts';
import type { Terminal } from '../console/terminal.ts';

type Shown = Omit<EvaluationReport, 'next'> & {
  /** Part of the suggested commands unless it is the current folder. */
  readonly repo?: string;
};

const asWord = (text: string): string => (/^[\w./@+-]+$/.test(text) ? text : shellQuote(text));

export const nextCommands = ({ runId, conclusion, repo }: Shown): readonly string[] => {
  const { winner, rankings, decision } = conclusion;
  // The likeliest candidate need not have the best score.
  const first = winner ?? decision?.candidates[0] ?? rankings[0]?.agent;
  const hydra = process.env['npm_lifecycle_event'] === undefined ? 'hydra' : 'npx hydra';
  const where = repo === undefined || repo === '.' ? '' : ` --repo ${asWord(repo)}`;
  const look =
    first === undefined
      ? []
      : [`${hydra} show ${runId} --candidate${first.startsWith('-') ? '=' : ' '}${asWord(first)}${where}`];
  return winner === null ? look : [...look, `${hydra} merge ${runId}${where}`];
};

/** The result of a run and, for people, the next commands to type. */
export const printEvaluation = (
  terminal: Terminal,
  shown: Shown,
  options: { readonly format?: string; readonly json?: true } = {},
): void => printReport(terminal, EVALUATION_FORMATS, options, { ...shown, next: nextCommands(shown) });
