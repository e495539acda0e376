import type { ExpectedAmount, RunEstimate } from '../../domain/bench/run-estimate.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { showCount, showTime, showUsd } from './show-amount.ts';
import { plural } from '../../text/amounts.ts';

const basis = ({ own_tasks: own, other_tasks: others, runs }: ExpectedAmount): string => {
  const from = [
    ...(own > 0 ? [`${plural(own, 'task')} judged by past runs of the same`] : []),
    ...(others > 0 ? [`${plural(others, 'task')} by the model's runs on others`] : []),
  ];
  return `${from.join(', ')}; ${plural(runs, 'past run')}`;
};

const amountLine = (name: string, amount: ExpectedAmount, show: (value: number | null) => string): string => {
  const title = `  ${name.padEnd(7)}`;
  if (amount.expected === null)
    return `${title} unknown: ${printableLine(amount.reason ?? 'no reason was given')}`;
  if (amount.low === null || amount.high === null)
    return `${title} ${show(amount.expected)} (${printableLine(amount.reason ?? 'no range')})`;
  return `${title} ${show(amount.expected)} (${show(amount.low)} to ${show(amount.high)})`;
};

const basisLines = ({ tokens, usd, wall_ms: time }: RunEstimate): readonly string[] => {
  const known = [tokens, usd, time].filter(({ expected }) => expected !== null);
  const ranged = known.some(({ low }) => low !== null);
  return [
    ...(ranged ? ['  in brackets: if every run takes the least, or the most, that was seen'] : []),
    ...[...new Set(known.map(basis))].map((line) => `  from: ${line}`),
  ];
};

/** What the planned runs are expected to take. */
export const estimateText = (estimate: RunEstimate, paint: Paint): readonly string[] => [
  paint.bold(
    `${plural(estimate.runs, 'run')} of ${printableLine(estimate.model)}: ${plural(estimate.tasks, 'task')} × ${estimate.repeats}`,
  ),
  amountLine('tokens', estimate.tokens, showCount),
  amountLine('cost', estimate.usd, showUsd),
  amountLine('time', estimate.wall_ms, showTime),
  ...basisLines(estimate).map((line) => paint.dim(line)),
  ...estimate.notes.map((note) => paint.dim(`  note: ${printableLine(note)}`)),
];
