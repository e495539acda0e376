import { codeShrinks } from './code-shrinks.ts';
import type { Change, FlagRule } from './flag-rule.ts';
import { pairTests, type PairedTest, type PlacedTest } from './pair-tests.ts';
import { flagAt } from './reading/sightings.ts';
import { checksOf, type TestCase } from './reading/test-case.ts';

type Finding = { readonly id: string; readonly rule: string; readonly sentence: string };

const hollowed = (before: TestCase, after: TestCase): Finding | null => {
  const named = `“${after.name}”`;
  if (after.swallows && !before.swallows)
    return {
      id: 'test-hollowed',
      rule: 'failure-swallowed',
      sentence: `The test ${named} now catches its own failed checks and forgets them.`,
    };
  if (after.hollow > before.hollow && checksOf(after) < checksOf(before))
    return {
      id: 'test-hollowed',
      rule: 'constant-check',
      sentence: `The test ${named} checks constants where it checked the program.`,
    };
  if (checksOf(before) > 0 && checksOf(after) === 0 && !after.delegates)
    return {
      id: 'test-hollowed',
      rule: 'no-check-left',
      sentence: `The test ${named} checks nothing any more.`,
    };
  return null;
};

const weakened = (before: TestCase, after: TestCase, fewer: boolean): Finding | null => {
  const named = `“${after.name}”`;
  const [had, has] = [checksOf(before), checksOf(after)];
  if (after.strict < before.strict && after.weak > before.weak)
    return {
      id: 'test-weakened',
      rule: 'looser-check',
      sentence: `The test ${named} compares less exactly than on the base.`,
    };
  if (fewer && has < had && !(after.delegates && !before.delegates))
    return {
      id: 'test-weakened',
      rule: 'fewer-checks',
      sentence: `The test ${named} has ${has} checks; on the base it had ${had}.`,
    };
  return null;
};

const judge = ({ before, after }: PairedTest, fewer: boolean) => {
  if (after.test.off !== null) return [];
  const finding = hollowed(before.test, after.test) ?? weakened(before.test, after.test, fewer);
  if (!finding) return [];
  const { file, version, test } = after;
  return [flagAt(finding.id, { file: file.path, version, offset: test.offset }, finding)];
};

const total = (tests: readonly PlacedTest[]): number =>
  tests.reduce((sum, { test }) => sum + checksOf(test), 0);

/** Checks that moved to other tests, or went with the code they checked, are no loss. */
const losesChecks = (change: Change): boolean => {
  const { pairs, added, removed } = pairTests(change);
  const before = total([...pairs.map((pair) => pair.before), ...removed]);
  return total([...pairs.map((pair) => pair.after), ...added]) < before && !codeShrinks(change);
};

/** Tests of the base that check less than they did, down to nothing. */
export const testWeakened: FlagRule = {
  rule: 'test-weakened',
  find(change) {
    const fewer = losesChecks(change);
    return pairTests(change).pairs.flatMap((pair) => judge(pair, fewer));
  },
};
