import type { TestReport } from '../domain/check/test-report.ts';
import type { Evidence } from '../domain/evidence/evidence.ts';
import type { TestPair } from '../domain/evidence/matrix.ts';

const replaced = ({ matrix }: Evidence, aside: ReadonlySet<string>): readonly TestPair[] =>
  (matrix?.pairs ?? []).filter(({ id, passes, proven }) => passes && proven.length > 0 && !aside.has(id));

/** Base tests that a candidate breaks and replaces: the successors pass with it and fail on the base's source. */
export const rewrittenTests = (one: Evidence, aside: ReadonlySet<string>): readonly string[] =>
  replaced(one, aside).map(({ id }) => id);

/** Their successors. They show what their author meant, but prove nothing to others: they contradict the base. */
export const replacements = (one: Evidence, aside: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(replaced(one, aside).flatMap(({ successors }) => successors));

/** The report with rewritten tests counted as passed, since their successors pass. */
export const asRewritten = <Report extends Pick<TestReport, 'passed' | 'failed' | 'outcomes'>>(
  report: Report,
  rewritten: readonly string[],
): Report => {
  const { outcomes } = report;
  if (outcomes === undefined || rewritten.length === 0) return report;
  const failed = rewritten.filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'failed');
  const kept: NonNullable<TestReport['outcomes']> = Object.assign(Object.create(null), outcomes);
  for (const id of rewritten) kept[id] = 'passed';
  return {
    ...report,
    passed: report.passed + rewritten.length,
    failed: report.failed - failed.length,
    outcomes: kept,
  };
};
