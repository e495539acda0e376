import type { FlagKind } from './flag-kind.ts';

/** Flags on the base's tests. They run as the base has them; these show what a merge would do to them. */
export const TEST_FLAGS: readonly FlagKind[] = [
  {
    id: 'test-deleted',
    title: 'Tests of the base are gone',
    meaning:
      'The change removes tests of the base without removing code with them. Moved, renamed and replaced tests are not counted.',
    advice: 'Check whether the code they tested still exists; if so, the tests should too.',
    standard: 'warn',
  },
  {
    id: 'test-skipped',
    title: 'A test of the base is switched off',
    meaning:
      'A test that ran is now marked as skipped, todo or expected to fail, or returns before it checks anything; or another is marked to run alone. Conditions such as the operating system are not flagged.',
    advice: 'Have the mark removed: a test that must not run should be deleted openly.',
    standard: 'block',
  },
  {
    id: 'test-hollowed',
    title: 'A test of the base can no longer fail',
    meaning: 'Its checks are gone, compare constants, or fail inside a handler that swallows the failure.',
    advice: 'Do not merge: the test passes whatever the program does.',
    standard: 'block',
  },
  {
    id: 'test-weakened',
    title: 'A test of the base checks less',
    meaning: 'It has fewer checks than on the base, or compares less exactly (`toBeDefined` for `toBe`).',
    advice: 'Compare both versions; normal if behaviour was meant to change.',
    standard: 'warn',
  },
  {
    id: 'test-edited',
    title: 'A test of the base is edited',
    meaning:
      'Its text differs. Candidates were judged by the base’s version; the edited test also ran, but separately.',
    advice: 'Set it to `warn` or `block` if tests are the specification.',
    standard: 'off',
  },
  {
    id: 'snapshot-rewritten',
    title: 'A snapshot of the base is rewritten',
    meaning: 'A recorded expectation differs from the base’s, which was used for judging.',
    advice: 'Set it to `warn` if snapshots are reviewed by hand.',
    standard: 'off',
  },
  {
    id: 'fixture-changed',
    title: 'A test support file of the base is changed',
    meaning: 'Data or helper code used by tests of the base differs; the base’s was used for judging.',
    advice: 'Set it to `warn` if fixtures come from outside.',
    standard: 'off',
  },
];
