import type { FlagKind } from './flag-kind.ts';

/** Flags that runs raise, as opposed to those that a diff raises. */
export const HARNESS_FLAGS: readonly FlagKind[] = [
  {
    id: 'harness-tampered',
    title: 'The harness no longer tells failure from success',
    meaning:
      'Base tests with changed expectations ran in a workspace of their own. They fail on the base; with this candidate they pass or never report, every time, while their originals pass: an assertion, the runner, its report or the exit has been interfered with.',
    advice:
      'Do not merge. Look for patched assertions or prototypes, equality that is always true, exit hooks, process exits in source, and code that writes reports.',
    standard: 'block',
  },
  {
    id: 'harness-altered',
    title: 'Files of the harness were written to',
    meaning:
      'While it was installed, built or tested, the candidate changed, removed or added tests, fixtures or settings of the runner or linter that its patch does not show. They were put back after each command. What the base’s own commands write is not flagged.',
    advice:
      'Do not merge. Look for install scripts, also in dependencies given by a path, build scripts, and code that writes files when it is loaded.',
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
    title: 'Tests pass only in some time zones, locales, orders or seeds',
    meaning:
      'Tests that pass with this candidate do not pass with another time zone, locale, order of tests or seed, twice; at another path they pass. The program or the test may be at fault.',
    advice:
      'Run these tests with another TZ, in another order and with another seed (PYTHONHASHSEED, say) before you merge.',
    standard: 'warn',
  },
  {
    id: 'lint-lost',
    title: 'The linter no longer runs',
    meaning:
      'The linter reported on the base with the base’s configuration, and ended without a report on this candidate, by the candidate’s own doing.',
    advice:
      'Read the log of the linter. A change that cannot be linted hides its findings; merge with `--allow lint-lost`.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'secret-touched',
    title: 'The program opened where people keep keys',
    meaning:
      'While checks ran, the sandbox saw a decoy in the home folder (`.ssh`, `.aws`) read or written, which never happens with the base.',
    advice: 'Do not merge.',
    standard: 'block',
  },
];
