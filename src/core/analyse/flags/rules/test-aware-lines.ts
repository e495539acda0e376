import { LANGUAGES } from '../../../languages/languages.ts';
import type { TestAware } from '../../../languages/parts/surroundings.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Syntax } from '../../../syntax/syntax-view.ts';
import { stringValue } from '../../../syntax/literals.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { isFollowed } from '../reading/actions-of.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';
import { testSpans } from '../reading/test-spans.ts';

/** Variables that test runners and this engine set, and paths that only its sandbox has. */
const RUNNER_VARIABLE = anyOf([
  ...LANGUAGES.flatMap(({ runnerVariables }) => runnerVariables),
  /^HYDRA_(?:REPORT_DIR|REPORTERS|ORDER)$|^\/hydra\/(?:report|reporters|clock\.so)\b/,
]);
const WINDOW = 4;
const LONGEST = 400;
/** Testing utilities may well load or extend a runner. */
const HELPS_TESTING =
  /(?:^|[/_.-])(?:\w*tests?|\w*testing|test\w*|\w*specs?|mocks?|fixtures?|plugins?|runners?|harness|asserts?|assertions?|matchers?)(?:[/_.-]|$)/i;
const OF_HELPERS = new Set(['runner-imported', 'replaced']);
/** Ways to end a process; a file that had one before belongs to a command. */
const ENDS_PROCESS = /\bos\.Exit\b|\bprocess::exit\b|\bSystem\.exit\b|(?<![.\w])exit!?\s*[( ]|\bat_exit\b/;
/** A command may end its process as it likes. */
const COMMAND_PATH =
  /(?:^|\/)(?:bin|cli|cmd|commands?|exe|scripts?|tools?|tasks?)\/|(?:^|[/._-])(?:cli|main|command|server|daemon)\.\w{2,4}$/i;

type Line = { readonly text: string; readonly offset: number };

/** Lines without comments, strings left in. */
const linesOf = ({ text, comments }: FileVersion): readonly Line[] => {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of comments) {
    if (start < from) continue;
    pieces.push(text.slice(from, start), text.slice(start, end).replaceAll(/[^\r\n]/g, ' '));
    from = end;
  }
  let offset = 0;
  return [...pieces, text.slice(from)]
    .join('')
    .split('\n')
    .map((line) => {
      const at = offset;
      offset += line.length + 1;
      return { text: line.slice(0, LONGEST), offset: at };
    });
};

const matches = (lines: readonly Line[], at: number, { line, near }: TestAware): boolean =>
  line?.test(lines[at]!.text) === true &&
  (near === undefined ||
    lines.slice(Math.max(0, at - WINDOW), at + WINDOW + 1).some(({ text }) => near.test(text)));

const placesIn = (
  { syntax }: FileVersion,
  others: readonly Syntax[],
  { find, rule, sentence }: TestAware,
): readonly Sighting[] =>
  syntax === null || find === undefined
    ? []
    : find(syntax, others).map(({ what, offset }) => ({ rule, key: `${rule} ${what}`, offset, sentence }));

const isCommand = ({ path, before }: FileChange, { code }: FileVersion): boolean =>
  COMMAND_PATH.test(path) ||
  /^package\s+main\b|^fn\s+main\b/m.test(code) ||
  (before !== null && ENDS_PROCESS.test(before.code));

/** The trees of the other files on the same side, in the same language. */
const othersOf = (
  files: readonly FileChange[],
  version: FileVersion,
  language: FileChange['language'],
): readonly Syntax[] => {
  const side = files.some(({ after }) => after === version) ? 'after' : 'before';
  return files.flatMap(({ [side]: other, language: its }) =>
    other === null || other === version || its !== language || other.syntax === null ? [] : [other.syntax],
  );
};

const look =
  (flag: TestAware['flag'], files: readonly FileChange[]) =>
  (version: FileVersion, file: FileChange): readonly Sighting[] => {
    const isTest = testSpans(version, file.language);
    const helps = HELPS_TESTING.test(file.path);
    const asked = (file.language?.testAware ?? []).filter(
      (one) => one.flag === flag && !(helps && OF_HELPERS.has(one.rule)),
    );
    if (asked.length === 0 || (flag === 'exit-hook' && isCommand(file, version))) return [];
    const byLine = asked.filter(({ find }) => find === undefined || version.syntax === null);
    const lines = linesOf(version);
    const found = lines.flatMap(({ text, offset }, at): readonly Sighting[] => {
      const one = byLine.find((pattern) => matches(lines, at, pattern));
      return one === undefined || isTest(offset)
        ? []
        : [
            {
              rule: one.rule,
              key: `${one.rule} ${text.trim()}`,
              offset: offset + text.search(/\S/),
              sentence: one.sentence,
            },
          ];
    });
    const seen = new Set(found.map(({ offset }) => version.lineAt(offset)));
    const others = othersOf(files, version, file.language);
    const places = asked
      .flatMap((one) => placesIn(version, others, one))
      .filter(({ offset }) => !seen.has(version.lineAt(offset)));
    const all = [...found, ...places];
    return flag === 'runner-detected' ? [...all, ...variables(version, isTest)] : all;
  };

const variables = (version: FileVersion, isTest: (offset: number) => boolean): readonly Sighting[] =>
  version.strings.flatMap(({ start, end }): readonly Sighting[] => {
    const value = stringValue(version.text.slice(start, Math.min(end, start + 60)));
    return RUNNER_VARIABLE.test(value) && !isTest(start)
      ? [
          {
            rule: 'runner-variable',
            key: `runner-variable ${value}`,
            offset: start,
            sentence: `The program asks for ${value}, which only a test run sets.`,
          },
        ]
      : [];
  });

const FLAGS = ['runner-detected', 'harness-patched', 'exit-hook'] as const;

/** Code that is aware of its tests, in languages whose names are not followed. */
export const testAwareLines: FlagRule = {
  rule: 'test-aware-line',
  find: (change) => {
    const { baseFiles, files } = change;
    const programs = files.filter(
      (file) => isProgram(file) && !isFollowed(file.language) && !isExample(change, file),
    );
    // Everything next to a main file is part of a command.
    const libraries = programs.filter(({ path }) => !baseFiles.has(path.replace(/[^/]*$/, 'main.rs')));
    return FLAGS.flatMap((flag) =>
      newSightings(flag, flag === 'exit-hook' ? libraries : programs, look(flag, programs)),
    );
  },
};
