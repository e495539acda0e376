import type { FlagRule } from '../flag-rule.ts';
import { pairTests } from '../reading/pair-tests.ts';
import { flagAt } from '../reading/sightings.ts';

/** A test that ran on the base and is switched off, or an `only` that switches off all others. */
export const testSkipped: FlagRule = {
  rule: 'test-skipped',
  find(change) {
    const { pairs, added } = pairTests(change);
    const off = pairs
      .filter(({ before, after }) => before.test.off === null && after.test.off !== null)
      .map(({ after: { test, file, version } }) =>
        flagAt(
          'test-skipped',
          { file: file.path, version, offset: test.offset },
          {
            rule: 'test-switched-off',
            sentence: `The test “${test.name}” of the base is switched off by ${test.off}.`,
          },
        ),
      );
    const alone = [...pairs.filter(({ before }) => !before.test.only).map(({ after }) => after), ...added]
      .filter(({ test, file }) => test.only && file.before !== null)
      .map(({ test, file, version }) =>
        flagAt(
          'test-skipped',
          { file: file.path, version, offset: test.offset },
          {
            rule: 'only-this-test',
            sentence: `“${test.name}” is marked to run alone, which switches off the other tests.`,
          },
        ),
      );
    return [...off, ...alone];
  },
};
