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
];
