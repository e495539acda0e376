import type { FlagKind } from './flag-kind.ts';

/** Flags on what judges the code: runners, linters, scripts, automation. */
export const CHECK_FLAGS: readonly FlagKind[] = [
  {
    id: 'harness-patched',
    title: 'Something that tests stand on is replaced',
    meaning:
      'The change puts something of its own in the place of an assertion, a runner, a built-in that comparisons use, or a file that every run loads by itself; or a runner’s hook of it changes results.',
    advice:
      'Do not merge unless replacing it is the task. A polyfill that fills a gap, or a hook that only adds options, is not flagged.',
    standard: 'block',
  },
  {
    id: 'harness-loosened',
    title: 'A check can no longer fail',
    meaning:
      'A script or setting of the base is changed so that tests are left out by name, or the command succeeds whatever happens (`|| true`, `--passWithNoTests`, `--deselect`).',
    advice: 'Ask for the change without it; the checks were run with the base’s settings all the same.',
    standard: 'block',
  },
  {
    id: 'runner-config-changed',
    title: 'Configuration of the test runner is changed',
    meaning:
      'A configuration file or a key of the manifest for the test runner differs from the base. The tests were run with the base’s; a merge would bring the new one in.',
    advice: 'Set it to `warn` where such changes are not part of the work.',
    standard: 'off',
  },
  {
    id: 'lint-config-changed',
    title: 'Configuration of a linter or compiler is changed',
    meaning: 'Rules, ignore lists or strictness differ from the base. The base’s were used for judging.',
    advice: 'Set it to `warn` to see every change; those that let more pass have a flag of their own.',
    standard: 'off',
  },
  {
    id: 'script-changed',
    title: 'A script that runs checks is changed',
    meaning: 'A build, test or lint script of the base differs. The base’s was run.',
    advice: 'Set it to `warn` to see every change; commands that cannot fail have a flag of their own.',
    standard: 'off',
  },
  {
    id: 'lint-loosened',
    title: 'A linter or compiler lets more pass',
    meaning:
      'A rule is switched off or gone, files are ignored, or strictness is lowered. The base’s settings were used for judging.',
    advice: 'See whether a rule is relaxed to let the change pass.',
    standard: 'warn',
  },
  {
    id: 'runner-hook-added',
    title: 'A hook takes part in how tests are run',
    meaning:
      'A plug-in file of the test runner gained a hook that sees, chooses or reports tests. Judging used the base’s.',
    advice: 'Ordinary for an option such as `--runslow`; read what it does to results.',
    standard: 'warn',
  },
  {
    id: 'ci-changed',
    title: 'Automation is changed',
    meaning:
      'Files of continuous integration or commit hooks are touched; they run with rights that a test run lacks.',
    advice:
      'Review them with that in mind, and merge with `--allow ci-changed`, or ask for the change without them.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'hydra-config-changed',
    title: 'The rules by which candidates are judged are changed',
    meaning:
      '`hydra.toml` differs from the base. The base’s was used here; after a merge the next candidates would be judged by the new one.',
    advice: 'Read it, and merge with `--allow hydra-config-changed`, or ask for the change without it.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'git-hook-file',
    title: 'A git hook is added or changed',
    meaning:
      'The file lies where git or a hook manager looks for commands to run on commit, merge or checkout.',
    advice: 'Merge only if the hook is the task, after reading it, with `--allow git-hook-file`.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'report-forged',
    title: 'The program holds what only a runner prints',
    meaning:
      'Source code gained a text in the form of a test report, or the name of a report file. A program that writes results can write false ones.',
    advice: 'Look where the text goes. Reporters and test tools, by their file names, are not flagged.',
    standard: 'block',
  },
  {
    id: 'suppression-added',
    title: 'A finding is silenced instead of fixed',
    meaning:
      'A comment or attribute tells a linter, type checker or coverage tool to look away from a place in the program. Each counts as the finding that it hides.',
    advice: 'Accept it where the reason is given and good.',
    standard: 'warn',
  },
  {
    id: 'suppression-usual',
    title: 'A finding is silenced in the way the file does it already',
    meaning:
      'A suppression that names what it hides, of a kind that the changed files use on the base too. It counts as the finding that it hides.',
    advice: 'Set it to `warn` where every suppression is reviewed.',
    standard: 'off',
  },
  {
    id: 'suppression-blanket',
    title: 'A whole file is taken out of a checker’s sight',
    meaning: 'A directive without a rule switches off a linter or type checker for a file of the program.',
    advice: 'Ask for the named rules at the places that need them.',
    standard: 'block',
  },
];
