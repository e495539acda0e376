import { printableLine } from '../../core/report/printable.ts';
import { rankingLines } from '../../core/report/ranking-text.ts';
import type { Conclusion } from '../../core/domain/conclusion.ts';
import type { Captured } from '../../core/domain/evidence.ts';
import type { Terminal } from './terminal.ts';

export type Shown = {
  readonly runId: string;
  readonly captured: Captured;
  readonly conclusion: Conclusion;
  /** Said in the next commands where the repository is not here. */
  readonly repo?: string;
};

const verdictLines = ({ paint }: Terminal, { conclusion }: Shown): readonly string[] => {
  const { winner, rankings } = conclusion;
  if (winner === null) return [paint.bad(paint.bold('No candidate is mergeable.'))];
  const total = rankings[0]?.total;
  return [
    `${paint.good(paint.bold(`Winner: ${winner}`))}${total === null || total === undefined ? '' : `, total ${total.toFixed(1)}`}`,
  ];
};

const nextLines = ({ runId, conclusion, repo }: Shown): readonly string[] => {
  const { winner, rankings } = conclusion;
  const first = rankings[0]?.agent;
  const hydra = process.env['npm_lifecycle_event'] === undefined ? 'hydra' : 'npx hydra';
  const where = repo === undefined || repo === '.' ? '' : ` --repo ${repo}`;
  const look = first === undefined ? [] : [`${hydra} show ${runId} --candidate ${first}${where}`];
  return winner === null ? look : [...look, `${hydra} merge ${runId}${where}`];
};

/** The result of a run for people: ranking, reasons, verdict, and what to type next. */
export const printEvaluation = (terminal: Terminal, shown: Shown): void => {
  const { print, paint, columns } = terminal;
  const { captured, conclusion, runId } = shown;
  const { base, profile, isolation } = captured;
  print('');
  print(
    `${paint.bold('Hydra')} run ${runId}  ${paint.dim(`base ${printableLine(base.ref)} (${base.commit.slice(0, 10)}), profile ${profile}, ${isolation.level}`)}`,
  );
  if (isolation.level === 'degraded')
    print(paint.warn(`  sandbox: degraded – ${printableLine(isolation.detail)}`));
  print('');
  for (const line of rankingLines(conclusion, { columns, paint })) print(line);
  for (const { agent, reason } of conclusion.rejected)
    print(`   ${paint.bad('rejected')} ${agent}: ${printableLine(reason)}`);
  for (const note of conclusion.notes) print(paint.dim(`  note: ${printableLine(note)}`));
  print('');
  for (const line of verdictLines(terminal, shown)) print(line);
  print('');
  print(paint.dim('Next:'));
  for (const line of nextLines(shown)) print(`  ${paint.accent(line)}`);
};
