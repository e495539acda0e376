import type { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames } from './clean-id.ts';
import type { TestEntry } from './test-entries.ts';

const RUN = /^=== RUN {3}\S/;
const TEST = /^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;
const PACKAGE = /^(ok {2}|FAIL)\t(\S+)(?:\t| \[)/;

const OUTCOME: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
]);

/** Plain `go test`: a package's line comes after its tests; without -v packages are all that is named. */
export const goConsoleEntries = (lines: readonly string[]): readonly TestEntry[] => {
  const verbose = lines.some((line) => RUN.test(line));
  const entries: TestEntry[] = [];
  let tests: TestEntry[] = [];
  for (const line of lines) {
    const test = verbose ? TEST.exec(line) : null;
    if (test) tests.push({ id: test[2] ?? '', outcome: OUTCOME.get(test[1] ?? '') ?? 'failed' });
    const found = PACKAGE.exec(line);
    if (!found) continue;
    const [, verdict = '', name = ''] = found;
    const failed = verdict === 'FAIL';
    const explained = tests.some(({ outcome }) => outcome === 'failed');
    if (verbose ? failed && !explained : true)
      entries.push({ id: name, outcome: failed ? 'failed' : 'passed' });
    for (const { id, outcome } of tests) entries.push({ id: joinNames([name, id]), outcome });
    tests = [];
  }
  return entries;
};
