import type { Flag } from '../../../domain/flags/flag.ts';
import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import { addedLines } from '../reading/added-lines.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { CHECKING_SCRIPT } from './configuration.ts';
import { TOOLS } from '../../../languages/languages.ts';
import { jsonChanges } from '../reading/json-changes.ts';
import { jsonManifestAt } from '../reading/manifest-at.ts';

/** A check whose command can no longer fail, or leaves tests out by name; in text without runs of spaces. */
const CANNOT_FAIL =
  /\|\| ?(?:true|exit 0|:|echo\b[^&|;]*|node -e ["']{0,2}) ?["']?$|; ?(?:true|exit 0) ?["']?$|^["']? ?(?:true|:|exit 0|echo\b[^&|;]*|node -e ["']?process\.exit\(0\)["']?) ?["']?$|--passWithNoTests\b|--pass-with-no-tests\b|--exit-zero\b|--suppress-no-test-exit-code/;
const LEAVES_OUT =
  /--(?:deselect|testPathIgnorePatterns|ignore(?:-glob)?[= ]\S*test|exclude[= ]\S*test|test-skip-pattern|test-name-pattern|testNamePattern|grep|fgrep|invert)\b|(?:^|[\s"'])-k\s*[=\s]?["'\\]*\s*not\b|-p\s+no:(?:assertion|terminal|cacheprovider)\b|--assert=plain\b/;
const RUNNER_OPTION =
  /^\s*["']?(?:addopts|python_files|python_functions|python_classes|testpaths|norecursedirs|collect_ignore|testPathIgnorePatterns|testIgnore|exclude|testMatch|spec|ignore|bail|allowUncaught|reporters?|setupFiles(?:AfterEnv)?|globalSetup|globalTeardown|require|import|runner|testRunner|testResultsProcessor|transform|moduleNameMapper|environment|testEnvironment|resolver|preset)["']?\s*[:=]/;
const LOOSE_LINT =
  /["']?[\w@/-]+["']?\s*:\s*(?:\[\s*)?["']?off["']?|:\s*\[?\s*0\s*[,\]]|^\s*(?:ignore|extend-ignore|per-file-ignores|disable|exclude|extend-exclude)\s*[:=]|"strict"\s*:\s*false|"(?:noImplicitAny|strictNullChecks)"\s*:\s*false|ignore_errors\s*=\s*True|^\s*\*\s*$|^\s*(?:src|lib)\/?\**\s*$/i;

const cannotFail = (command: string): boolean => CANNOT_FAIL.test(command.replaceAll(/\s+/g, ' ').trim());

const scripts = (file: FileChange): readonly Flag[] =>
  jsonChanges(file, 2).flatMap(({ path, before, after }): readonly Flag[] => {
    const [top, name = ''] = path;
    if (top !== 'scripts' || !CHECKING_SCRIPT.test(name) || before === null || after === null) return [];
    const command = JSON.parse(after) as unknown;
    if (typeof command !== 'string' || !(cannotFail(command) || LEAVES_OUT.test(` ${command}`))) return [];
    const was = JSON.parse(before) as unknown;
    if (typeof was === 'string' && (cannotFail(was) || LEAVES_OUT.test(` ${was}`))) return [];
    return [
      {
        id: 'harness-loosened',
        rule: 'script-cannot-fail',
        file: file.path,
        sentence: `The script “${name}” of ${file.path} can no longer fail, or leaves tests out.`,
        evidence: command.slice(0, 200),
      },
    ];
  });

const CHECK_COMMAND = new RegExp(
  String.raw`\b(?:test|lint|check|${[...TOOLS.test, ...TOOLS.lint].map(({ id }) => id).join('|')})\b`,
  'i',
);
const CHECK_FILES = new Set(['runner-config', 'script', 'manifest']);

const lines = (file: FileChange): readonly Flag[] =>
  addedLines(file).flatMap(({ line, text }): readonly Flag[] => {
    const command =
      file.part === 'manifest' || file.part === 'runner-config'
        ? RUNNER_OPTION.test(text)
        : CHECK_COMMAND.test(text);
    if (!command || !(LEAVES_OUT.test(text) || cannotFail(text))) return [];
    return [
      {
        id: 'harness-loosened',
        rule: 'check-loosened',
        file: file.path,
        line,
        sentence: `${file.path} leaves tests out or lets a failing check pass.`,
        evidence: text.trim().slice(0, 200),
      },
    ];
  });

/** Settings with which a check of the base would pass whatever the program does. */
export const harnessLoosened: FlagRule = {
  rule: 'harness-loosened',
  find: ({ files }) =>
    files
      .filter(({ part, change }) => part !== null && CHECK_FILES.has(part) && change !== 'deleted')
      .flatMap((file) => (jsonManifestAt(file.path) === null ? lines(file) : scripts(file))),
};

/** A first configuration is new; one next to another takes precedence over it. */
const overrides = ({ change }: FileChange, baseFiles: ReadonlySet<string>): boolean =>
  change === 'added' && [...baseFiles].some((path) => classifyHarnessPath(path) === 'lint-config');

const flagLine = (file: FileChange, rule: string, line: number, text: string): Flag => ({
  id: 'lint-loosened',
  rule,
  file: file.path,
  line,
  sentence: `${file.path} is less strict than on the base.`,
  evidence: text.trim().slice(0, 200),
});

const RULE_ON = /^\s*["']?([\w@/-]+)["']?\s*:\s*\[?\s*["']?(?:error|warn|[12])\b/;

/** A rule that was on and is no longer listed. */
const rulesLost = (file: FileChange): readonly Flag[] =>
  (file.before?.lines ?? []).flatMap((text, at): readonly Flag[] => {
    const name = RULE_ON.exec(text.slice(0, 300))?.[1];
    if (name === undefined || file.after?.text.includes(name) !== false) return [];
    return [flagLine(file, 'rule-removed', at + 1, text)];
  });

/** Settings of a linter or compiler that let more pass; the base's are used for judging. */
export const lintLoosened: FlagRule = {
  rule: 'lint-loosened',
  find: ({ files, baseFiles }) =>
    files.flatMap((file): readonly Flag[] => {
      if (file.part !== 'lint-config' || !(file.change === 'modified' || overrides(file, baseFiles)))
        return [];
      const loose = addedLines(file).filter(({ text }) => LOOSE_LINT.test(text));
      return [
        ...loose.map(({ line, text }) => flagLine(file, 'setting-loosened', line, text)),
        ...rulesLost(file),
      ];
    }),
};
