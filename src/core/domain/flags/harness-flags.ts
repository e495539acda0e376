import type { FlagKind } from './flag-kind.ts';

/** Flags that runs raise, as opposed to those that a diff raises. */
export const HARNESS_FLAGS: readonly FlagKind[] = [
  {
    id: 'harness-tampered',
    title: 'The harness no longer distinguishes failure from success',
    meaning:
      'Base tests with changed expectations ran in a separate workspace. They fail on the base; with this candidate they pass or never report, every time, while their originals pass: an assertion, the runner, its report or the exit has been tampered with.',
    advice:
      'Do not merge. Look for patched assertions or prototypes, equality that is always true, exit hooks, process exits in source, and code that writes reports.',
    standard: 'block',
  },
  {
    id: 'harness-altered',
    title: 'Harness files were modified',
    meaning:
      'While it was installed, built or tested, the candidate changed, removed or added tests, fixtures, or runner or linter settings without showing it in its patch. They were restored after each command. Files that the base’s own commands write are not flagged.',
    advice:
      'Do not merge. Look for install scripts (also in dependencies specified by path), build scripts, and code that writes files when loaded.',
    standard: 'block',
  },
  {
    id: 'report-disagrees',
    title: 'Exit code and report contradict each other',
    meaning:
      'The test command succeeded although its report contains failed tests, or failed although no test failed and the base’s succeeded: the exit code or the report did not come from the runner.',
    advice: 'Read the test log; run the command by hand in a disposable copy.',
    standard: 'block',
  },
  {
    id: 'place-dependent',
    title: 'Tests pass only in the place where they were checked',
    meaning:
      'Tests that pass with this candidate do not pass, in two runs, at another path with another home, user and host name; on the base they give the same results in both places.',
    advice:
      'Do not merge: the program’s behaviour where it is checked is no evidence of its behaviour on your machine. Look for uses of the working directory, the home folder, user and host names, and process ids.',
    standard: 'block',
  },
  {
    id: 'surroundings-dependent',
    title: 'Tests pass only in some time zones, locales, orders, seeds or on some dates',
    meaning:
      'Tests that pass with this candidate do not pass, in two runs, with another time zone, locale, test order or seed, or some months later; at another path they do pass. The program or the test may be at fault.',
    advice:
      'Run these tests with another TZ, on another date, in another order and with another seed (such as PYTHONHASHSEED) before you merge.',
    standard: 'warn',
  },
  {
    id: 'date-dependent',
    title: 'Tests pass only on today’s date',
    meaning:
      'Tests that pass with this candidate do not pass, in two runs, some months later in otherwise equal surroundings; at least as many other candidates pass them on both dates, so the tests do not depend on the date.',
    advice:
      'Do not merge: look for uses of the clock. If the change must depend on the date, compare it with the others by hand.',
    standard: 'block',
  },
  {
    id: 'lint-lost',
    title: 'The linter no longer runs',
    meaning:
      'With the base’s configuration, the linter reported on the base but ended without a report on this candidate, and the candidate caused it.',
    advice:
      'Read the linter’s log. A change that cannot be linted hides its findings; merge with `--allow lint-lost`.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'secret-touched',
    title: 'The program accessed a place where people keep keys',
    meaning:
      'While checks ran, the sandbox saw a decoy in the home folder (`.ssh`, `.aws`) being read or written, which never happens with the base.',
    advice: 'Do not merge.',
    standard: 'block',
  },
];
