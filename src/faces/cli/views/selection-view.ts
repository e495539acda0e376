import { bracketLines } from '../../../core/report/run/bracket-text.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Scored } from '../../../core/documents/read-scorecards.ts';
import type { SelectedScorecard } from '../../../core/documents/select-scorecards.ts';
import type { Terminal } from '../console/terminal.ts';

/** Scores from 0 to 1 need three decimals, those from 0 to 100 one. */
const decimalsFor = (scored: readonly Scored[]): number => (scored.some(({ total }) => total > 1) ? 1 : 3);

/** The bracket, what was left out and why, and the winner. */
export const printSelection = (
  { print, paint, columns }: Terminal,
  selected: SelectedScorecard,
  scored: readonly Scored[],
): void => {
  const { winnerIndex, winner, rounds, candidates, left_out: leftOut, notes } = selected;
  if (winnerIndex !== null) {
    const totals = new Map(scored.map(({ index, total }) => [index, total] as const));
    const drawn = { names: candidates, totals, rounds, winnerIndex, decimals: decimalsFor(scored) };
    for (const line of bracketLines(drawn, { columns: Math.min(columns, 80), paint })) print(line);
    print('');
  }
  for (const { name, reason } of leftOut)
    print(`  ${paint.warn('left out')} ${printableLine(name, 60)}: ${printableLine(reason, 200)}`);
  for (const note of notes) print(paint.dim(`  note: ${printableLine(note)}`));
  if (leftOut.length + notes.length > 0) print('');
  if (winner === null) print(paint.bad(paint.bold('No candidate can be chosen.')));
  else print(paint.good(paint.bold(`Winner: ${printableLine(winner, 60)}`)));
};
