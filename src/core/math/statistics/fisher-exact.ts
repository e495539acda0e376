/** How many passed, of how many. */
export type Proportion = { readonly passed: number; readonly total: number };

/** A one-sided p, and the smallest p possible with the same totals. */
export type OneSided = { readonly p: number; readonly least: number };

const LARGEST = 1_000_000;

const checked = ({ passed, total }: Proportion): void => {
  if (
    !Number.isInteger(passed) ||
    !Number.isInteger(total) ||
    passed < 0 ||
    passed > total ||
    total > LARGEST
  )
    throw new RangeError(`${passed} of ${total} cannot be counted`);
};

const logFactorials = (upTo: number): Float64Array => {
  const logs = new Float64Array(upTo + 1);
  for (let at = 2; at <= upTo; at += 1) logs[at] = logs[at - 1]! + Math.log(at);
  return logs;
};

/** One-sided: the chance that the second side passes as rarely as it did if both have the same pass rate. */
export const fisherDrop = (first: Proportion, second: Proportion): OneSided => {
  checked(first);
  checked(second);
  const all = first.total + second.total;
  const passed = first.passed + second.passed;
  const logs = logFactorials(all);
  const choose = (of: number, take: number): number => logs[of]! - logs[take]! - logs[of - take]!;
  const whole = choose(all, passed);
  const chance = (own: number): number =>
    Math.exp(choose(second.total, own) + choose(first.total, passed - own) - whole);
  const fewest = Math.max(0, passed - first.total);
  let p = 0;
  for (let own = fewest; own <= second.passed; own += 1) p += chance(own);
  return { p: Math.min(1, p), least: Math.min(1, chance(fewest)) };
};
