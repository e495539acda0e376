import type { FlagKind } from './flag-kind.ts';

/** Flags on what judges the code: runners, linters, scripts, automation. */
export const CHECK_FLAGS: readonly FlagKind[] = [
  {
    id: 'harness-patched',
    title: 'Something that tests rely on is replaced',
    meaning:
      'The change substitutes its own code for an assertion, a runner, a built-in that comparisons use, or a file that every run loads automatically; or one of its runner hooks changes results.',
    advice:
      'Do not merge unless replacing it is the task. A polyfill that fills a gap, or a hook that only adds options, is not flagged.',
    standard: 'block',
  },
  {
    id: 'harness-loosened',
    title: 'A check can no longer fail',
    meaning:
      'A script or setting of the base is changed: tests are excluded by name, or the command succeeds whatever happens (`|| true`, `--passWithNoTests`, `--deselect`).',
    advice: 'Ask for the change without it; the checks ran with the base’s settings anyway.',
    standard: 'block',
  },
  {
    id: 'runner-config-changed',
    title: 'Configuration of the test runner is changed',
    meaning:
      'A configuration file or manifest key of the test runner differs from the base. The tests ran with the base’s; a merge would bring in the new one.',
    advice: 'Set it to `warn` if such changes are not part of the work.',
    standard: 'off',
  },
  {
    id: 'lint-config-changed',
    title: 'Configuration of a linter or compiler is changed',
    meaning: 'Rules, ignore lists or strictness differ from the base. The base’s were used for judging.',
    advice: 'Set it to `warn` to see every change; changes that loosen checks have their own flag.',
    standard: 'off',
  },
  {
    id: 'script-changed',
    title: 'A script that runs checks is changed',
    meaning: 'A build, test or lint script differs from the base. The base’s was run.',
    advice: 'Set it to `warn` to see every change; commands that cannot fail have their own flag.',
    standard: 'off',
  },
  {
    id: 'lint-loosened',
    title: 'A linter or compiler is less strict',
    meaning:
      'A rule is switched off or removed, files are ignored, or strictness is lowered. The base’s settings were used for judging.',
    advice: 'Check whether a rule was relaxed to let the change pass.',
    standard: 'warn',
  },
  {
    id: 'runner-hook-added',
    title: 'A new hook affects how tests run',
    meaning:
      'A plug-in file of the test runner gained a hook that sees, selects or reports tests. The base’s version was used for judging.',
    advice: 'Normal for an option such as `--runslow`; check what it does to results.',
    standard: 'warn',
  },
  {
    id: 'ci-changed',
    title: 'CI or commit hooks are changed',
    meaning: 'CI files or commit hooks are touched; they run with permissions that a test run lacks.',
    advice:
      'Review them with that in mind, and merge with `--allow ci-changed`, or ask for the change without them.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'hydra-config-changed',
    title: 'The rules for judging candidates are changed',
    meaning:
      '`hydra.toml` differs from the base. The base’s was used here; after a merge, the new one would judge the next candidates.',
    advice: 'Read it, and merge with `--allow hydra-config-changed`, or ask for the change without it.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'git-hook-file',
    title: 'A git hook is added or changed',
    meaning:
      'The file is where git or a hook manager looks for commands to run on commit, merge or checkout.',
    advice: 'Merge only if the hook is the task, after reading it, with `--allow git-hook-file`.',
    standard: 'warn',
    consent: true,
  },
  {
    id: 'report-forged',
    title: 'The program contains text that only a runner prints',
    meaning:
      'Source code gained text in the form of a test report, or the name of a report file. A program that writes results can write false ones.',
    advice: 'Check where the text goes. Reporters and test tools, recognised by file name, are not flagged.',
    standard: 'block',
  },
  {
    id: 'suppression-added',
    title: 'A finding is silenced instead of fixed',
    meaning:
      'A comment or attribute tells a linter, type checker or coverage tool to ignore a place in the program. Each counts as the finding that it hides.',
    advice: 'Accept it if a good reason is given.',
    standard: 'warn',
  },
  {
    id: 'suppression-usual',
    title: 'A finding is silenced as the changed files already do',
    meaning:
      'A suppression that specifies what it hides, of a kind that the changed files already use on the base. It counts as the finding that it hides.',
    advice: 'Set it to `warn` if every suppression is reviewed.',
    standard: 'off',
  },
  {
    id: 'suppression-blanket',
    title: 'A checker is switched off for a whole file',
    meaning: 'A directive without a rule switches off a linter or type checker for a file of the program.',
    advice: 'Ask for suppressions of specific rules at the places that need them.',
    standard: 'block',
  },
];
