import { compareText } from '../math/compare-text.ts';
import { nearlyEqual } from '../math/nearly-equal.ts';

export type Rankable = {
  readonly agent: string;
  readonly mergeable: boolean;
  /** Counting tests of others that it fails: ranked before every score. */
  readonly failedOfOthers?: number;
  readonly progress?: boolean;
  readonly total: number | null;
  /** Null: unknown, and ranked behind every known size. */
  readonly churn: number | null;
  /** Of source alone, if it can be distinguished from tests and generated files. */
  readonly sourceChurn?: number | null;
  /** Has a test of its own that fails on the base and passes with it. */
  readonly bringsProof?: boolean;
  /** Authors whose unconfirmed tests it fails. */
  readonly failsClaimsOf?: number;
};

const byTotal = (left: Rankable, right: Rankable): number => {
  if (left.total === null || right.total === null)
    return Number(left.total === null) - Number(right.total === null);
  return right.total - left.total;
};

const bySize = (left: number | null, right: number | null): number =>
  left === null || right === null ? Number(left === null) - Number(right === null) : left - right;

const sourceOf = ({ sourceChurn, churn }: Rankable): number | null =>
  sourceChurn === undefined ? churn : sourceChurn;

/** Tests, confirmed or not, come before size: a few lines more or less are not evidence. */
const bySmallerChange = (left: Rankable, right: Rankable): number =>
  Number(right.bringsProof ?? false) - Number(left.bringsProof ?? false) ||
  (left.failsClaimsOf ?? 0) - (right.failsClaimsOf ?? 0) ||
  bySize(sourceOf(left), sourceOf(right)) ||
  bySize(left.churn, right.churn);

const byMergeable = (left: Rankable, right: Rankable): number =>
  Number(right.mergeable) - Number(left.mergeable);

/** Among mergeable candidates, execution evidence comes before every score: others' proven tests, then progress. */
const byEvidence = (left: Rankable, right: Rankable): number =>
  left.mergeable && right.mergeable
    ? (left.failedOfOthers ?? 0) - (right.failedOfOthers ?? 0) ||
      Number(right.progress ?? true) - Number(left.progress ?? true)
    : 0;

const isLevel = (leader: Rankable, other: Rankable): boolean => {
  if (leader.mergeable !== other.mergeable || byEvidence(leader, other) !== 0) return false;
  if (leader.total === null || other.total === null) return leader.total === other.total;
  return nearlyEqual(leader.total, other.total);
};

/**
 * Mergeable first, then others' proven tests and progress, total, own proof, tests that others claim, less churn (of
 * source first), name. Totals are compared with the first of their group, since "equal to 1e-9" is not transitive.
 */
export const rank = <T extends Rankable>(field: readonly T[]): T[] => {
  const exact = [...field].sort(
    (left, right) =>
      byMergeable(left, right) ||
      byEvidence(left, right) ||
      byTotal(left, right) ||
      compareText(left.agent, right.agent),
  );
  const groups: T[][] = [];
  for (const entry of exact) {
    const group = groups.at(-1);
    const leader = group?.[0];
    if (group !== undefined && leader !== undefined && isLevel(leader, entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) =>
    group.sort((left, right) => bySmallerChange(left, right) || compareText(left.agent, right.agent)),
  );
};

/** The first, if it may be merged. */
export const pickWinner = (ranked: readonly Rankable[]): string | null => {
  const first = ranked[0];
  return first !== undefined && first.mergeable ? first.agent : null;
};
