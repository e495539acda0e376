import { codeShrinks, usesAny, vanishedWords } from '../reading/code-shrinks.ts';
import type { Change, FlagRule } from '../flag-rule.ts';
import { pairTests, type PairedTest, type PlacedTest } from '../reading/pair-tests.ts';
import { flagAt } from '../reading/sightings.ts';
import { countChecks, type TestCase } from '../../../languages/parts/test-case.ts';

type Fewer = { readonly any: boolean; readonly strict: boolean };
type Finding = { readonly id: string; readonly rule: string; readonly sentence: string };

const hollowed = (before: TestCase, after: TestCase): Finding | null => {
  const named = `“${after.name}”`;
  if (after.swallows && !before.swallows)
    return {
      id: 'test-hollowed',
      rule: 'failure-swallowed',
      sentence: `The test ${named} now swallows its own failed checks.`,
    };
  if (after.hollow > before.hollow && countChecks(after) < countChecks(before))
    return {
      id: 'test-hollowed',
      rule: 'constant-check',
      sentence: `The test ${named} now checks constants instead of the program.`,
    };
  if (countChecks(before) > 0 && countChecks(after) === 0 && !after.delegates)
    return {
      id: 'test-hollowed',
      rule: 'no-check-left',
      sentence: `The test ${named} no longer checks anything.`,
    };
  return null;
};

const weakened = (before: TestCase, after: TestCase, fewer: Fewer): Finding | null => {
  const named = `“${after.name}”`;
  if (after.repeats && !before.repeats) return null;
  const [had, has] = [countChecks(before), countChecks(after)];
  if (fewer.strict && after.strict < before.strict && after.weak > before.weak)
    return {
      id: 'test-weakened',
      rule: 'looser-check',
      sentence: `The test ${named} compares less exactly than on the base.`,
    };
  if (fewer.any && has < had && has * 2 <= had && !(after.delegates && !before.delegates))
    return {
      id: 'test-weakened',
      rule: 'fewer-checks',
      sentence: `The test ${named} has ${has} checks; on the base it had ${had}.`,
    };
  return null;
};

const judge = ({ before, after }: PairedTest, fewer: Fewer) => {
  if (after.test.off !== null) return [];
  const finding = hollowed(before.test, after.test) ?? weakened(before.test, after.test, fewer);
  if (!finding) return [];
  const { file, version, test } = after;
  return [flagAt(finding.id, { file: file.path, version, offset: test.offset }, finding)];
};

/** Checks that moved to other tests, or were removed together with the code they checked, are not lost. */
const fewerChecks = (change: Change): Fewer => {
  if (codeShrinks(change)) return { any: false, strict: false };
  const { pairs, added, removed } = pairTests(change);
  const [before, after] = [
    [...pairs.map((pair) => pair.before), ...removed],
    [...pairs.map((pair) => pair.after), ...added],
  ];
  const lost = (count: (test: TestCase) => number): boolean => {
    const total = (tests: readonly PlacedTest[]): number =>
      tests.reduce((sum, { test }) => sum + count(test), 0);
    return total(after) < total(before);
  };
  return { any: lost(countChecks), strict: lost(({ strict }) => strict) };
};

/** Tests of the base that check less than before, or nothing. */
export const testWeakened: FlagRule = {
  rule: 'test-weakened',
  find(change) {
    const fewer = fewerChecks(change);
    const vanished = vanishedWords(change);
    const none = { any: false, strict: false };
    return pairTests(change).pairs.flatMap((pair) =>
      judge(pair, usesAny(pair.before.test.text, vanished) ? none : fewer),
    );
  },
};
