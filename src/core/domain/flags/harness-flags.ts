import type { FlagKind } from './flag-kind.ts';

/** Flags that runs raise, as opposed to those that a diff raises. */
export const HARNESS_FLAGS: readonly FlagKind[] = [
  {
    id: 'harness-tampered',
    title: 'The harness no longer tells failure from success',
    meaning:
      'A copy of a base test with a changed expectation ran among the tests. It fails on the base, and with this candidate it passes or never reports: an assertion, the runner, its report or the exit has been interfered with.',
    advice:
      'Do not merge. Look for patched assertions or prototypes, equality that is always true, exit hooks, process exits in source, and code that writes reports.',
    standard: 'block',
  },
  {
    id: 'report-disagrees',
    title: 'Exit code and report contradict each other',
    meaning:
      'The test command ended well although its report has failed tests, or ended badly although none failed and the base ended well: one of the two was not made by the runner.',
    advice: 'Read the log of the tests; run the command by hand in a copy that you can throw away.',
    standard: 'block',
  },
  {
    id: 'place-dependent',
    title: 'Tests pass only in the place where they were checked',
    meaning:
      'Tests that pass with this candidate do not pass at another path, with another home, user and host name, twice; on the base they do the same in both places.',
    advice:
      'Do not merge: what the program does where it is checked is no evidence of what it does on your machine. Look for the working directory, the home folder, user and host names, process ids.',
    standard: 'block',
  },
  {
    id: 'surroundings-dependent',
    title: 'Tests pass only in some time zones, locales or orders',
    meaning:
      'Tests that pass with this candidate do not pass with another time zone, locale, order of tests or seed, twice; at another path they pass. The program or the test may be at fault.',
    advice: 'Run these tests with another TZ and in another order before you merge.',
    standard: 'warn',
  },
];
