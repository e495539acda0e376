import type { Cell } from '../domain/evidence/matrix.ts';

export type SortedTests = {
  readonly fail_to_pass: readonly string[];
  readonly pass_to_pass: readonly string[];
  /** Results that differ between runs of the same tree, or from place to place. */
  readonly flaky: readonly string[];
  /** Of no use: they fail with the fix, or are skipped. */
  readonly useless: readonly string[];
};

type Result = 'passed' | 'failed' | 'skipped' | 'absent';

const resultIn = (cell: Cell, id: string): Result => {
  if (cell.passed.includes(id)) return 'passed';
  if (cell.failed.includes(id)) return 'failed';
  return cell.skipped.includes(id) ? 'skipped' : 'absent';
};

/** The same in every run; null: it differs. */
const steady = (runs: readonly Cell[], id: string): Result | null => {
  const [first, ...others] = runs.map((run) => resultIn(run, id));
  return first !== undefined && others.every((one) => one === first) ? first : null;
};

/** Sorts hidden tests by what they did on the base and with the fix, several times each. */
export const sortTests = (base: readonly Cell[], fixed: readonly Cell[]): SortedTests => {
  const ids = [
    ...new Set(
      [...base, ...fixed].flatMap(({ passed, failed, skipped }) => [...passed, ...failed, ...skipped]),
    ),
  ].sort();
  const sorted = { fail_to_pass: [], pass_to_pass: [], flaky: [], useless: [] } as {
    [key in keyof SortedTests]: string[];
  };
  for (const id of ids) {
    const [before, after] = [steady(base, id), steady(fixed, id)];
    if (before === null || after === null) sorted.flaky.push(id);
    else if (after !== 'passed' || before === 'skipped') sorted.useless.push(id);
    else sorted[before === 'passed' ? 'pass_to_pass' : 'fail_to_pass'].push(id);
  }
  return sorted;
};
