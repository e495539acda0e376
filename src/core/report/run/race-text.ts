import type { AgentResult } from '../../domain/agent/agent-run.ts';
import type { RaceLabel } from '../../domain/race/race-request.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { plural } from '../../text/amounts.ts';

export type ShownAttempt = {
  readonly agent: string;
  readonly label: RaceLabel;
  readonly reason: string;
  readonly files: number;
  readonly result: AgentResult | null;
};
export type ShownCost = {
  readonly spec: string;
  readonly successes: number;
  readonly attempts: number;
  readonly usdPerSuccess: number | null;
};

const UNKNOWN = '–';
const SHORTEST_NAME = 20;
const LONGEST_NAME = 40;

export const shortUsd = (amount: number | null): string =>
  amount === null ? UNKNOWN : `$${amount < 0.01 && amount > 0 ? amount.toFixed(4) : amount.toFixed(2)}`;

export const filesText = (count: number): string => plural(count, 'file');

export const shortCount = (count: number | null): string => {
  if (count === null) return UNKNOWN;
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
};

export const shortTime = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
};

/** The width of the names, including a trailing space. */
const widthFor = (names: readonly string[]): number =>
  Math.min(LONGEST_NAME, Math.max(SHORTEST_NAME, ...names.map((name) => printableLine(name).length))) + 2;

const cellOf = (name: string, width: number): string => printableLine(name, width - 2).padEnd(width);

const row = (width: number, [name = '', label = '', ...numbers]: readonly string[]): string =>
  `  ${cellOf(name, width)}${label.padEnd(13)}${numbers.map((cell) => cell.padStart(9)).join('')}`;

const attemptRow = (width: number, { agent, label, files, result }: ShownAttempt): string =>
  row(width, [
    agent,
    label,
    result === null ? UNKNOWN : shortTime(result.wallMs),
    result?.steps.known ? String(result.steps.value) : UNKNOWN,
    result?.toolCalls.known ? String(result.toolCalls.value) : UNKNOWN,
    shortCount(result?.usage.known ? result.usage.value.total : null),
    shortUsd(result?.costUsd.known ? result.costUsd.value : null),
    String(files),
  ]);

/** What each agent did and spent, labelled; unknown stays unknown. */
export const raceLines = (
  attempts: readonly ShownAttempt[],
  costs: readonly ShownCost[],
  paint: Paint,
): readonly string[] => {
  const width = widthFor([...attempts.map(({ agent }) => agent), ...costs.map(({ spec }) => spec)]);
  return [
    paint.bold('Agents'),
    paint.dim(row(width, ['agent', 'ended', 'time', 'turns', 'tools', 'tokens', 'cost', 'files'])),
    ...attempts.flatMap((attempt) => [
      attemptRow(width, attempt),
      ...(attempt.reason === '' ? [] : [paint.dim(`    ${printableLine(attempt.reason, 110)}`)]),
    ]),
    ...(costs.some(({ usdPerSuccess }) => usdPerSuccess !== null)
      ? [
          '',
          paint.bold('Cost per mergeable change'),
          ...costs.map(
            ({ spec, successes, attempts: made, usdPerSuccess }) =>
              `  ${cellOf(spec, width)}${shortUsd(usdPerSuccess)}  (${successes} of ${made})`,
          ),
        ]
      : []),
  ];
};
