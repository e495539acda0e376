import type { Flag } from '../../../domain/flags/flag.ts';
import { EDITED_EXAMPLE, EDITED_TEST, SOURCE_TEST_EDITED } from '../../../domain/flags/source-tests.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { goneExamples } from '../reading/gone-examples.ts';
import { pairTests, type PlacedTest } from '../reading/pair-tests.ts';
import { readTests } from '../reading/read-tests.ts';
import { flagAt, isProgram } from '../reading/sightings.ts';
import { besideTests } from '../reading/test-spans.ts';

const LONGEST_NAME = 200;
const editedExamples = (file: FileChange): readonly Flag[] => {
  const { before, after } = file;
  if (before === null || after === null) return [];
  const gone = goneExamples(before.text, after.text);
  return gone.length === 0
    ? []
    : [
        {
          ...flagAt(
            SOURCE_TEST_EDITED,
            { file: file.path, version: after, offset: 0 },
            {
              rule: EDITED_EXAMPLE,
              sentence: `${gone.length === 1 ? 'An example' : `${gone.length} examples`} of the base in ${file.path} ${gone.length === 1 ? 'is' : 'are'} edited or gone.`,
            },
          ),
          evidence: gone[0]!.slice(0, LONGEST_NAME),
        },
      ];
};

const holdsTests = ({ part, language }: FileChange): boolean =>
  part === null && language?.paths.testsInSources === true;

const MACROS = new Set(['macro_definition', 'macro_invocation']);
const ATTRIBUTES = new Set(['attribute_item']);
/** A macro that marks tests, or by a mark that it is given. */
const MARKS_TESTS = /#\s*\[[^\]\n]{0,100}(?:\btest\b|\$)|^(?:(?:std|core)\s*::\s*)?include\s*!/;
const LEADS_ELSEWHERE = /^#\s*\[\s*path\b/;

/** What states tests that the syntax tree does not show. */
const writersOf = ({ syntax }: FileVersion): readonly string[] => {
  if (syntax === null) return [];
  const texts = (kinds: ReadonlySet<string>): readonly string[] =>
    syntax.find(kinds).map((node) => syntax.text(node));
  return [
    ...texts(MACROS).filter((text) => MARKS_TESTS.test(text)),
    ...texts(ATTRIBUTES).filter((text) => LEADS_ELSEWHERE.test(text)),
  ];
};

const writesTests = ({ before, after }: FileChange): boolean => {
  if (after === null) return false;
  const known = new Set(before === null ? [] : writersOf(before));
  return writersOf(after).some((text) => !known.has(text));
};

/** Attributes above a test decide what its success means. */
const marksOf = ({ version, test }: PlacedTest): string => {
  const above = version.text
    .slice(Math.max(0, test.offset - 600), test.offset)
    .split('\n')
    .slice(0, -1);
  const first = above.findLastIndex((line) => !/^\s*(?:#\[.*\]|\/\/.*)?\s*$/.test(line)) + 1;
  return above
    .slice(first)
    .map((line) => line.trim())
    .filter((line) => line.startsWith('#'))
    .join('\n');
};

const flagged = (before: PlacedTest, place: PlacedTest, says: string): Flag => ({
  ...flagAt(
    SOURCE_TEST_EDITED,
    { file: place.file.path, version: place.version, offset: place.test.offset },
    {
      rule: EDITED_TEST,
      sentence: `The test “${before.test.name}” of the base is inside a source file and ${says}.`,
    },
  ),
  evidence: before.test.name.slice(0, LONGEST_NAME),
});

/** What tests use can make them pass as well as an edit of their own. */
const changesBesideTests = ({ files }: Change): boolean => {
  const besides = (side: 'before' | 'after'): string =>
    files
      .filter(holdsTests)
      .map(({ language, [side]: version }) =>
        version === null ? '' : besideTests(version, language, readTests(version, language)),
      )
      .filter((text) => text !== '')
      .join(' ');
  return besides('before') !== besides('after');
};

const editedTests = (change: Change): readonly Flag[] => {
  if (!change.files.some(holdsTests)) return [];
  const { pairs, removed } = pairTests(change);
  const hidden =
    change.files.some((file) => holdsTests(file) && writesTests(file)) || changesBesideTests(change);
  return [
    ...pairs
      .filter(
        ({ before, after }) =>
          after.file.part === null &&
          (hidden || before.test.text !== after.test.text || marksOf(before) !== marksOf(after)),
      )
      .map(({ before, after }) => flagged(before, after, 'is edited')),
    // What still runs under its name then is another one, which a macro may have written.
    ...removed.filter(({ file }) => holdsTests(file)).map((before) => flagged(before, before, 'is gone')),
  ];
};

/** Where the base's tests inside source files cannot run, those that a candidate edits do not count for it. */
export const sourceTests: FlagRule = {
  rule: 'source-test-edited',
  kinds: [
    {
      id: SOURCE_TEST_EDITED,
      title: 'A test inside a source file is edited',
      meaning:
        'Where tests inside source files, or examples in documents, ran as the candidate has them, those that it edits, removes or leaves to a macro do not count as progress if they start to pass.',
      advice: 'Compare both versions; normal if behaviour was meant to change.',
      standard: 'off',
    },
  ],
  find: (change) => [...editedTests(change), ...change.files.filter(isProgram).flatMap(editedExamples)],
};
