/** What an experiment may cost, in dollars; null: no limit. */
export type Spending = {
  readonly spent: () => number;
  /** Trials that were paid for, and their cost; cached ones are free. */
  add(usd: number): void;
  /** Would this many more trials, at the price of those before, stay within the budget? */
  allows(trials: number): boolean;
};

/** Whether the budget will be exceeded is never certain: the next trials are assumed to cost as much as the average so far. */
export const openSpending = (budgetUsd: number | null): Spending => {
  let [spent, paid] = [0, 0];
  return {
    spent: () => spent,
    add: (usd) => {
      spent += usd;
      paid += 1;
    },
    allows: (trials) => {
      if (budgetUsd === null) return true;
      const each = paid === 0 ? 0 : spent / paid;
      return spent < budgetUsd && spent + each * trials <= budgetUsd;
    },
  };
};
