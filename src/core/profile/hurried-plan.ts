import type { Check } from '../domain/check/check.ts';
import type { CheckPlan } from '../domain/source/repo-facts.ts';

type Round = { readonly roundMs: number; readonly leastMs: number };

/** How long a round over all trees may take, and the minimum per tree. A limit that the user set takes precedence. */
const ROUNDS: Partial<Readonly<Record<Check['kind'], Round>>> = {
  test: { roundMs: 30 * 60_000, leastMs: 2 * 60_000 },
  lint: { roundMs: 10 * 60_000, leastMs: 30_000 },
  types: { roundMs: 10 * 60_000, leastMs: 30_000 },
};

const LEAST_FOR_PART_MS = 60_000;

/** The plan with less time: with many candidates, a long check takes longer than users wait. */
export const hurried = (plan: CheckPlan, trees: number, limited: ReadonlySet<Check['kind']>): CheckPlan => {
  const limitOf = ({ kind, timeoutMs }: Check): number => {
    const round = limited.has(kind) ? undefined : ROUNDS[kind];
    return round === undefined
      ? timeoutMs
      : Math.min(timeoutMs, Math.max(round.leastMs, Math.ceil(round.roundMs / trees)));
  };
  return { ...plan, checks: plan.checks.map((check) => ({ ...check, timeoutMs: limitOf(check) })) };
};

/** The builds and tests of a plan for a trial of some tests, which should take only a part of the full time. */
export const forPart = (plan: CheckPlan, limited: ReadonlySet<Check['kind']>): CheckPlan => ({
  ...plan,
  checks: plan.checks
    .filter(({ kind }) => kind === 'build' || kind === 'test')
    .map((check) =>
      check.kind === 'test' && !limited.has('test')
        ? { ...check, timeoutMs: Math.max(LEAST_FOR_PART_MS, Math.ceil(check.timeoutMs / 3)) }
        : check,
    ),
});

/** Linters and type checkers that take too long are left out, but not commands of the user. */
export const withoutLate = (plan: CheckPlan, late: ReadonlyMap<string, number>, trees: number): CheckPlan => {
  const isDropped = ({ kind, name, origin }: Check): boolean =>
    (kind === 'lint' || kind === 'types') && origin !== 'config' && late.has(name);
  const notes = plan.checks.filter(isDropped).map(({ kind, name }) => {
    const seconds = Math.round((late.get(name) ?? 0) / 1000);
    return `${kind} did not end within ${seconds} s on the base, too long to repeat for ${trees - 1} candidates, so it was left out; set [scoring.timeouts] ${kind} to wait for it`;
  });
  return {
    ...plan,
    checks: plan.checks.filter((check) => !isDropped(check)),
    notes: [...plan.notes, ...notes],
  };
};

/** The plan with the time limits of another. */
export const withTimeOf = (plan: CheckPlan, { checks }: CheckPlan): CheckPlan => ({
  ...plan,
  checks: plan.checks.map((check) => ({
    ...check,
    timeoutMs: checks.find(({ name }) => name === check.name)?.timeoutMs ?? check.timeoutMs,
  })),
});
