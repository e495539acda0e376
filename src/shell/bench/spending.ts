/** What runs of an agent may cost together, in dollars; null: no limit. */
export type Spending = {
  readonly spent: () => number;
  /** One run that was paid for, and its cost as reported; null: not reported. Cached ones are free. */
  add(usd: number | null): void;
  /** Whether this many more runs, at the average price so far, would stay within the budget. */
  allows(runs: number): boolean;
  /** Why no more runs are allowed; `done`: the runs so far. */
  readonly why: (done: string) => string;
};

/**
 * Whether the budget will be exceeded is never certain: the next runs are assumed to cost as much as the average so far.
 * A cost that is not reported cannot be kept within a budget, so nothing follows it.
 */
export const openSpending = (budgetUsd: number | null): Spending => {
  let [spent, paid, unknown] = [0, 0, 0];
  return {
    spent: () => spent,
    add: (usd) => {
      spent += usd ?? 0;
      paid += 1;
      if (usd === null) unknown += 1;
    },
    allows: (runs) => {
      if (budgetUsd === null) return true;
      const each = paid === 0 ? 0 : spent / paid;
      return unknown === 0 && spent < budgetUsd && spent + each * runs <= budgetUsd;
    },
    why: (done) => {
      const so = `${done}, $${spent.toFixed(4)} spent`;
      return unknown === 0
        ? `stopped by the budget of $${budgetUsd ?? 0}: ${so}`
        : `stopped, because the cost of ${unknown} of ${paid} was not reported and the budget of $${budgetUsd ?? 0} cannot be kept: ${so}`;
    },
  };
};
