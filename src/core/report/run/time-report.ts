import type { Captured, CheckRun } from '../../domain/evidence/evidence.ts';
import { BASELINE } from '../../domain/evidence/baseline.ts';
import { compareText } from '../../math/compare-text.ts';

const SLOWEST = 5;

type Spent = { readonly name: string; readonly seconds: number; readonly runs: number };

/** How the time of a run was spent, in seconds of commands; several may have run at once. */
export type TimeReport = {
  readonly seconds: number;
  readonly checks: readonly Spent[];
  readonly candidates: readonly Spent[];
  readonly slowest: readonly {
    readonly candidate: string;
    readonly check: string;
    readonly seconds: number;
  }[];
};

/** `prepare-cross-2` and `cross-a-1` are kinds of work with a number or a name. */
const kindOf = ({ check: { name, kind } }: CheckRun): string => {
  if (name === kind) return name;
  const [word = name] = name.split('-');
  return kind === 'build' ? (word === 'prepare' ? 'build again' : 'build') : word;
};

const secondsOf = ({ outcome, reused }: CheckRun): number =>
  reused || outcome.status === 'not-started' ? 0 : outcome.durationMs / 1000;

type Row = {
  readonly candidate: string;
  readonly check: string;
  readonly kind: string;
  readonly seconds: number;
};

const sumBy = (rows: readonly Row[], key: 'kind' | 'candidate'): Spent[] => {
  const sums = new Map<string, { seconds: number; runs: number }>();
  for (const row of rows) {
    const sum = sums.get(row[key]) ?? { seconds: 0, runs: 0 };
    sums.set(row[key], { seconds: sum.seconds + row.seconds, runs: sum.runs + 1 });
  }
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((a, b) => b.seconds - a.seconds || compareText(a.name, b.name));
};

export const timeReport = ({ baseline, evidence }: Captured): TimeReport => {
  const trees = [
    { name: BASELINE as string, runs: baseline.runs },
    ...evidence.map(({ candidate, runs }) => ({ name: candidate.name, runs })),
  ];
  const all = trees.flatMap(({ name, runs }) =>
    runs.map((run) => ({
      candidate: name,
      check: run.check.name,
      kind: kindOf(run),
      seconds: secondsOf(run),
      log: run.outcome.status === 'not-started' ? null : run.outcome.log.path,
    })),
  );
  // Equal sources share their runs: each is counted once, for the first that has it.
  const counted = new Set<string>();
  const rows = all.filter(({ log }) => {
    if (log === null || counted.has(log)) return false;
    counted.add(log);
    return true;
  });
  return {
    seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
    checks: sumBy(rows, 'kind'),
    candidates: sumBy(rows, 'candidate'),
    slowest: rows
      .toSorted((a, b) => b.seconds - a.seconds || compareText(a.candidate, b.candidate))
      .slice(0, SLOWEST)
      .map(({ candidate, check, seconds }) => ({ candidate, check, seconds })),
  };
};

const line = (name: string, seconds: number, more: string): string =>
  `  ${seconds.toFixed(1).padStart(8)} s  ${name}${more}`;

export const timeReportText = ({ seconds, checks, candidates, slowest }: TimeReport): string =>
  [
    `${seconds.toFixed(1)} s of commands; reused results took none`,
    'by check',
    ...checks.map(({ name, seconds: spent, runs }) => line(name, spent, ` (${runs})`)),
    'by candidate',
    ...candidates.map(({ name, seconds: spent, runs }) => line(name, spent, ` (${runs})`)),
    'slowest',
    ...slowest.map(({ candidate, check, seconds: spent }) => line(candidate, spent, `, ${check}`)),
  ].join('\n');
