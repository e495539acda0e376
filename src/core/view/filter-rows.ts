import { compareText } from '../math/compare-text.ts';
import type { RunKind, RunRow, RunState } from '../domain/window/run-row.ts';

export const ROW_ORDERS = [
  'started',
  'finished',
  'duration',
  'cost',
  'candidates',
  'winner',
  'kind',
  'state',
  'title',
  'score',
] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

export type RowFilter = {
  readonly kinds: readonly RunKind[];
  readonly states: readonly RunState[];
  /** Every word has to occur in something that the row shows. */
  readonly words: readonly string[];
  /** A name, or whether there is a winner at all. */
  readonly winner: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly order: RowOrder;
  readonly descending: boolean;
};

const textOf = ({ id, title, base, winner, names, kind, verdict }: RunRow): string =>
  [id, title, base ?? '', winner ?? '', kind, verdict ?? '', ...names].join('\n').toLowerCase();

/** ISO times sort as text; a day without a time means its beginning or its end. */
const within = ({ startedAt }: RunRow, since: string | null, until: string | null): boolean =>
  (since === null || startedAt >= since) &&
  (until === null || startedAt <= (until.length === 10 ? `${until}T23:59:59.999Z` : until));

const hasWinner = ({ winner }: RunRow, wanted: string | null): boolean => {
  if (wanted === null) return true;
  if (wanted === 'any') return winner !== null;
  return wanted === 'none' ? winner === null : winner === wanted;
};

const KEY: Readonly<Record<RowOrder, (row: RunRow) => string | number | null>> = {
  started: ({ startedAt }) => startedAt,
  finished: ({ finishedAt }) => finishedAt,
  duration: ({ durationMs }) => durationMs,
  cost: ({ costUsd }) => (costUsd.known ? costUsd.value : null),
  candidates: ({ candidates }) => candidates,
  winner: ({ winner }) => winner,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  title: ({ title }) => title.toLowerCase(),
  score: ({ score }) => score,
};

const compareKeys = (left: string | number, right: string | number): number =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : compareText(String(left), String(right));

/** Runs that are under way come first whatever the order; those without a value come last in either direction. */
export const filterRows = (rows: readonly RunRow[], filter: RowFilter): RunRow[] => {
  const { kinds, states, words, winner, since, until, order, descending } = filter;
  const lower = words.map((word) => word.toLowerCase());
  const found = rows.filter((row) => {
    if (kinds.length > 0 && !kinds.includes(row.kind)) return false;
    if (states.length > 0 && !states.includes(row.state)) return false;
    if (!hasWinner(row, winner) || !within(row, since, until)) return false;
    const text = lower.length === 0 ? '' : textOf(row);
    return lower.every((word) => text.includes(word));
  });
  const keyOf = KEY[order];
  const sign = descending ? -1 : 1;
  const rank = ({ state }: RunRow): number => (state === 'running' ? 0 : 1);
  return found.sort((one, other) => {
    const live = rank(one) - rank(other);
    if (live !== 0) return live;
    const [left, right] = [keyOf(one), keyOf(other)];
    if (left === null || right === null)
      return left === right ? compareText(other.id, one.id) : left === null ? 1 : -1;
    return sign * compareKeys(left, right) || compareText(other.id, one.id);
  });
};
