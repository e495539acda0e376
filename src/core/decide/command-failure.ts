import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import { testExit } from './raise-run-flags.ts';

type Seen = Pick<TreeEvidence, 'runs' | 'tests' | 'control'>;

/** The command exits with an error that no test in its report explains. */
const failsBesideTests = (seen: Seen): boolean => {
  const exit = testExit(seen);
  const explained =
    !seen.tests.known || seen.tests.value.failed > 0 || (seen.control?.failed.length ?? 0) > 0;
  return exit !== null && exit !== 0 && !explained;
};

/** Why the command fails with a candidate although its tests pass; null if it does not, or if the base does the same. */
export const commandFailure = (baseline: Seen, one: Seen): string | null =>
  testExit(baseline) !== null && baseline.tests.known && failsBesideTests(one) && !failsBesideTests(baseline)
    ? `the test command exits with ${testExit(one)} although no test of its report fails: something beside or after the tests does`
    : null;
