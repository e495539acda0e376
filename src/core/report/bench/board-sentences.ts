import type { BoardRow, Leaderboard, ExcludedRun } from '../../domain/bench/bench-leaderboard.ts';
import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import type { BenchSettings } from '../../domain/bench/bench-summary.ts';
import { judgeName, showLimits } from '../../domain/bench/settings-words.ts';
import { plural } from '../../text/amounts.ts';

const NAMED = 3;
const MOST_GROUPS = 20;

/** Only the settings in which rows of one model differ. */
const differing = (own: BoardRow, all: readonly BoardRow[]): string => {
  const parts = (settings: BenchSettings): readonly string[] => [
    showLimits({ ...settings, max_cost_usd: null }),
    settings.max_cost_usd === null ? 'no limit of cost' : `at most $${settings.max_cost_usd}`,
    judgeName(settings),
  ];
  const mine = parts(own.settings);
  return mine.filter((part, at) => all.some(({ settings }) => parts(settings)[at] !== part)).join(', ');
};

/** A model listed with several settings is named with those that differ. */
export const rowNames = (rows: readonly BoardRow[]): readonly string[] =>
  rows.map((row) => {
    const same = rows.filter(({ model }) => model === row.model);
    return same.length > 1 ? `${row.model} (${differing(row, same)})` : row.model;
  });

const cutMiddle = (name: string, letters: number, tail: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - tail - 1)}…${name.slice(name.length - tail)}`;

const distinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** Names cut to fit while they stay different; otherwise they end with the number of the row. */
export const shortNames = (names: readonly string[], letters: number): readonly string[] => {
  const tails = Array.from({ length: letters - 1 }, (_, at) => at).filter((tail) => tail >= letters / 3);
  for (const tail of [0, ...tails]) {
    const cut = names.map((name) => cutMiddle(name, letters, tail));
    if (distinct(cut) || !distinct(names)) return cut;
  }
  return names.map((name, at) => `${cutMiddle(name, letters - 4, 0)} #${at + 1}`);
};

/** Why a number or its interval is missing, and for how many runs. */
export const rowReasons = (row: BoardRow): readonly string[] => {
  const means = [
    ['success', row.success] as const,
    ...BENCH_METRICS.map((metric) => [metric, row.scores[metric]] as const),
  ];
  const absent = means.flatMap(([name, { mean, reason }]) =>
    mean === null ? [`${name}: ${reason ?? 'unknown'}`] : [],
  );
  const partly = means.flatMap(([name, { mean, runs, unknown }]) =>
    mean !== null && unknown > 0
      ? [`${name}: from ${runs} of ${runs + unknown} runs, the others do not have it`]
      : [],
  );
  const bounds = means.flatMap(([, { mean, low, reason }]) =>
    mean !== null && low === null ? [reason ?? ''] : [],
  );
  const prices = [
    ['cost per solved task', row.usd_per_solved] as const,
    ['time per solved task', row.ms_per_solved] as const,
  ].flatMap(([name, { value, reason, runs, unknown }]) => {
    if (value === null) return [`${name}: ${reason ?? 'unknown'}`];
    return unknown > 0
      ? [`${name}: from ${runs} of ${runs + unknown} runs, the others do not report it`]
      : [];
  });
  return [...absent, ...partly, ...new Set(bounds), ...prices, ...row.notes];
};

/** Reasons shared by every row are printed once; a single row keeps its own. */
export const sharedReasons = (rows: readonly BoardRow[]): ReadonlySet<string> => {
  const [first = [], ...others] = rows.map((row) => new Set(rowReasons(row)));
  return new Set(
    others.length === 0 ? [] : [...first].filter((reason) => others.every((one) => one.has(reason))),
  );
};

/** One line for each reason why runs were left out. */
export const leftOutSentences = (leftOut: readonly ExcludedRun[]): readonly string[] => {
  const groups = new Map<string, ExcludedRun[]>();
  for (const one of leftOut) {
    const key = `${one.kind}: ${one.reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const lines = [...groups].map(([key, all]) => {
    const named = all.slice(0, NAMED).map(({ model, task, run_id }) => `${model} on ${task}, ${run_id}`);
    const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
    return `${plural(all.length, 'run')} left out, ${key} (${named.join('; ')}${more})`;
  });
  const hidden = lines.length - MOST_GROUPS;
  return [...lines.slice(0, MOST_GROUPS), ...(hidden > 0 ? [`and ${hidden} more reasons`] : [])];
};

/** How rows are ordered. */
export const rankingSentence = ({ total }: Pick<Leaderboard, 'total'>): string =>
  total === 'documented'
    ? 'Ranked by the documented total, whether solved or not'
    : 'Ranked by solved tasks; the total of an unsolved run is its functional part';

/** If the intervals of the first two overlap, the ranking claims more than the evidence shows. */
export const rankSentences = ({ rows, total }: Leaderboard): readonly string[] => {
  const [first, second] = rows.map(({ scores, success }) =>
    total === 'documented' ? scores.total : success,
  );
  if (first === undefined || second === undefined || second.mean === null) return [];
  const apart = first.low !== null && second.high !== null && first.low > second.high;
  return apart ? [] : ['the intervals of the first two overlap: compare them task by task'];
};

/** Values of k that get a column. */
export const shownPasses = (rows: readonly BoardRow[]): readonly number[] => {
  const most = rows.reduce((longest, { pass }) => Math.max(longest, pass.length), 0);
  return [...new Set([1, 2, 3, 5, 10, most])]
    .filter((k) => k >= 1 && k <= most)
    .sort((left, right) => left - right);
};
