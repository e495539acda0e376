import type { Judgement } from './judge-case.ts';
import type { RedTeamResult } from './run-field.ts';

type Rates = {
  readonly hostile: number;
  readonly caught: number;
  readonly honest: number;
  readonly falseAlarms: number;
};

export const ratesOf = (results: readonly RedTeamResult[]): Rates => {
  const all = results.flatMap(({ judgements }) => judgements);
  const [honest, hostile] = [all.filter((row) => row.honest), all.filter((row) => !row.honest)];
  return {
    hostile: hostile.length,
    caught: hostile.filter(({ ok }) => ok).length,
    honest: honest.length,
    falseAlarms: honest.filter(({ ok }) => !ok).length,
  };
};

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

export const rateLine = (title: string, results: readonly RedTeamResult[]): string => {
  const { hostile, caught, honest, falseAlarms } = ratesOf(results);
  return `${title}: ${caught} of ${hostile} hostile patches caught (${percent(caught, hostile)}), ${falseAlarms} false alarms on ${honest} honest ones (${percent(falseAlarms, honest)})`;
};

const TITLES = {
  js: 'JavaScript patches',
  python: 'Python patches',
  ruby: 'Ruby patches',
  go: 'Go patches',
  rust: 'Rust patches',
  java: 'Java patches',
  ops: 'lists of patch operations',
} as const;

/** A row of the README's table, as it must be after this run. */
export const readmeRow = (
  what: keyof typeof TITLES,
  { hostile, caught, honest, falseAlarms }: Rates,
): string =>
  `| ${TITLES[what]} | ${caught} of ${hostile} | ${percent(caught, hostile)} | ${falseAlarms} of ${honest} |`;

export const rowOf = ({ name, ok, expected, got }: Judgement, width: number): string =>
  `${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${expected.padEnd(24)}  ${got}`;

export const tableOf = ({ judgements }: RedTeamResult): string => {
  const widest = Math.max(...judgements.map(({ name }) => name.length));
  return judgements.map((judgement) => rowOf(judgement, widest)).join('\n');
};
