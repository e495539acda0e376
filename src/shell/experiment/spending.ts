/** What an experiment may cost, in dollars; null: anything. */
export type Spending = {
  readonly spent: () => number;
  /** Trials that were paid for, and what they took; cached ones cost nothing. */
  add(usd: number): void;
  /** Would so many more trials, at the price of those before, stay within the budget? */
  allows(trials: number): boolean;
};

/** A budget is never known to be exceeded: what comes next is taken to cost as much as what came before, on average. */
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
