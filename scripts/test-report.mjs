// Report of a test run: counts, skips, the slowest files. Kept for later reading and for the next run's order.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './step.mjs';

export { root };
/** Both are ignored by git. */
export const LAST_REPORT = join(root, 'reports/test-report.json');
export const FILE_TIMES = join(root, 'reports/test-times.json');
const SLOWEST = 10;
const SKIPPED = new Set(['skipped', 'pending', 'todo', 'disabled']);

/** Seconds by file of the last run; empty before the first. */
export const lastTimes = () => (existsSync(FILE_TIMES) ? JSON.parse(readFileSync(FILE_TIMES, 'utf8')) : []);

export const slowestOf = (times) =>
  times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);

export const countsIn = ({ testResults }) => {
  const cases = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      status,
      title: `${relative(root, name)}: ${fullName}`,
    })),
  );
  const passed = cases.filter(({ status }) => status === 'passed').length;
  const skipped = cases.filter(({ status }) => SKIPPED.has(status)).map(({ title }) => title);
  return { passed, skipped, failed: cases.length - passed - skipped.length };
};
