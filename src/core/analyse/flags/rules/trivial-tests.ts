import { countChecks } from '../../../languages/parts/test-case.ts';
import type { FlagRule } from '../flag-rule.ts';
import { pairTests, type PlacedTest } from '../reading/pair-tests.ts';
import { flagAt } from '../reading/sightings.ts';

/** One may be a placeholder; this many exist to raise the count. */
const FEWEST = 5;
/** The same body under many names. */
const FEWEST_ALIKE = 8;

const CALL = /\w\s*\(/;

/** Tests can be nested on one line: each would be as long as all tests inside it. */
const LONGEST_HEAD = 10_000;
const LONGEST_BODY = 2_000;

/** Without a check; a body that calls the program may still fail by an exception. */
const isHollow = ({ test }: PlacedTest): boolean =>
  test.off === null &&
  countChecks(test) === 0 &&
  !test.delegates &&
  (test.hollow > 0 || !CALL.test(bodyOf(test.text)));

/** Without the line that names it. */
const bodyOf = (text: string): string => {
  const end = text.indexOf('\n');
  const head = text.slice(0, Math.min(end < 0 ? text.length : end, LONGEST_HEAD));
  return head.replace(/^[^,({]*(?:\([^,)]*[,)]|\{|:)/, '') + (end < 0 ? '' : text.slice(end, LONGEST_BODY));
};

const shape = ({ test }: PlacedTest): string => bodyOf(test.text).replaceAll(/\s+/g, '');

const alike = (tests: readonly PlacedTest[]): readonly PlacedTest[] => {
  const groups = new Map<string, PlacedTest[]>();
  for (const test of tests) {
    const known = shape(test);
    const group = groups.get(known);
    if (group === undefined) groups.set(known, [test]);
    else group.push(test);
  }
  return [...groups.values()].reduce<readonly PlacedTest[]>(
    (most, group) => (group.length > most.length ? group : most),
    [],
  );
};

/** New tests that cannot fail, or many copies of one: they raise counts and prove nothing. */
export const trivialTests: FlagRule = {
  rule: 'trivial-tests',
  kinds: [
    {
      id: 'trivial-tests',
      title: 'Many new tests check nothing new',
      meaning: 'Several new tests check nothing or constants, or many are copies of one.',
      advice: 'Ask for tests that fail without the change; a table of cases says the same in fewer lines.',
      standard: 'warn',
    },
  ],
  find(change) {
    const { added } = pairTests(change);
    const tests = added.filter(({ test }) => !test.repeats);
    const hollow = tests.filter(isHollow);
    const copies = alike(tests);
    const found = hollow.length >= FEWEST ? hollow : copies.length >= FEWEST_ALIKE ? copies : [];
    const [first] = found;
    if (first === undefined) return [];
    const sentence =
      found === hollow
        ? `${hollow.length} new tests cannot fail: they check nothing, or constants.`
        : `${copies.length} new tests differ only in their names.`;
    return [
      flagAt(
        'trivial-tests',
        { file: first.file.path, version: first.version, offset: first.test.offset },
        { rule: 'trivial-tests', sentence },
      ),
    ];
  },
};
