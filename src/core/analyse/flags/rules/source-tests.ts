import type { Flag } from '../../../domain/flags/flag.ts';
import { EDITED_EXAMPLE, EDITED_TEST, SOURCE_TEST_EDITED } from '../../../domain/flags/source-tests.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { pairTests } from '../reading/pair-tests.ts';
import { flagAt, isProgram } from '../reading/sightings.ts';

const LONGEST_NAME = 200;
const MOST_EXAMPLES = 1_000;
const DOC_LINE = /^\s*(?:\/\/[/!]|#)?\s?(.*)$/;

/** Examples in documents that a runner may run: sessions with a prompt, and fenced code in doc comments. */
const examplesIn = ({ text }: FileVersion): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  let open: { readonly kind: 'session' | 'fence'; readonly lines: string[]; readonly offset: number } | null =
    null;
  let offset = 0;
  const close = (): void => {
    if (open !== null && open.lines.length > 0 && found.size < MOST_EXAMPLES)
      found.set(open.lines.join('\n'), open.offset);
    open = null;
  };
  for (const line of text.split('\n')) {
    const bare = (DOC_LINE.exec(line)?.[1] ?? '').trim();
    const isDoc = /^\s*\/\/[/!]/.test(line);
    if (open?.kind === 'fence') {
      if (!isDoc || bare.startsWith('```')) close();
      else open.lines.push(bare);
    } else if (isDoc && bare.startsWith('```')) open = { kind: 'fence', lines: [], offset };
    else if (bare.startsWith('>>> ')) {
      close();
      open = { kind: 'session', lines: [bare], offset };
    } else if (open !== null) {
      if (bare === '' || /^(?:"""|''')/.test(bare)) close();
      else open.lines.push(bare);
    }
    offset += line.length + 1;
  }
  close();
  return found;
};

const editedExamples = (file: FileChange): readonly Flag[] => {
  const { before, after } = file;
  if (before === null || after === null) return [];
  const now = examplesIn(after);
  const gone = [...examplesIn(before).keys()].filter((example) => !now.has(example));
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

const editedTests = (change: Change): readonly Flag[] =>
  (change.files.some(holdsTests) ? pairTests(change).pairs : [])
    .filter(({ before, after }) => after.file.part === null && before.test.text !== after.test.text)
    .map(({ before, after: { test, file, version } }) => ({
      ...flagAt(
        SOURCE_TEST_EDITED,
        { file: file.path, version, offset: test.offset },
        {
          rule: EDITED_TEST,
          sentence: `The test “${test.name}” of the base stands in the source and is edited.`,
        },
      ),
      evidence: before.test.name.slice(0, LONGEST_NAME),
    }));

/** Tests inside source files cannot be pinned: if a candidate edits them, they do not count for it. */
export const sourceTests: FlagRule = {
  rule: 'source-test-edited',
  kinds: [
    {
      id: SOURCE_TEST_EDITED,
      title: 'A test that stands in the source is edited',
      meaning:
        'Tests beside the code, and examples in its documents, cannot be pinned. Those that a candidate edits do not count as progress if they start to pass.',
      advice: 'Compare both versions; ordinary where behaviour was meant to change.',
      standard: 'off',
    },
  ],
  find: (change) => [...editedTests(change), ...change.files.filter(isProgram).flatMap(editedExamples)],
};
