import type { Flag } from '../../../domain/flags/flag.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { isFollowed } from '../reading/actions-of.ts';
import { checksumEntries, disguisedBranches, type DisguisedBranch } from '../reading/disguised-branches.ts';
import { literalBranches, type LiteralBranch } from '../reading/literal-branches.ts';
import { plainBranches } from '../reading/plain-branches.ts';
import { indexTestLiterals, type TestLiterals } from '../reading/test-literals-index.ts';
import { flagAt, isProgram, isRegenerated } from '../reading/sightings.ts';
import { testSpans, textsOfTests } from '../reading/test-spans.ts';

const keyOf = ({ inputs, answer }: LiteralBranch): string => `${inputs.join(' ')} → ${answer}`;

type Placed = { readonly file: FileChange; readonly branch: LiteralBranch };

const isRead = ({ language }: FileChange): boolean => isFollowed(language);

/** By names if they are followed, else by the shape of the tree alone; tests inside the source do not count. */
const branchesIn = (file: FileChange, side: 'before' | 'after'): readonly LiteralBranch[] => {
  const version = file[side];
  if (!version?.syntax) return [];
  if (isRead(file)) return literalBranches(version.syntax);
  const isTest = testSpans(version, file.language);
  return plainBranches(version.syntax).filter(({ offset }) => !isTest(offset));
};

/** Branches that the base does not have. */
const newBranches = ({ files }: Change): readonly Placed[] => {
  const programs = files.filter((file) => isProgram(file) && !isRegenerated(file));
  const known = new Set(programs.flatMap((file) => branchesIn(file, 'before').map(keyOf)));
  return programs.flatMap((file) =>
    branchesIn(file, 'after')
      .filter((branch) => !known.has(keyOf(branch)))
      .map((branch) => ({ file, branch })),
  );
};

/** Literals that honest code compares with too: small or round numbers, status codes, short words. */
const BOUNDARY =
  /^(?:-?[0-2]|10|100|1000|60|24|7|12|8|16|32|64|128|255|256|1024|65535|[1-5]\d\d|null|true|false|"[^"]{0,2}"|\[\]|\{\})$/;

/** Literals that are almost certainly a test's input: a phrase, a list, a structure, an odd number. */
const isSpecific = (literal: string): boolean =>
  /^(?:-?\d{4,}|-\d{2,}|-?\d+\.\d+|\[.+\]|\{.+\})$/.test(literal)
    ? !literal.endsWith('000')
    : /^".*[\s,;[{(].*"$/.test(literal);

const LEAST_ODD = 100;
const LONGEST_KEY = 1_000;

const NO_ANSWER = /^(?:true|false|null|""|\[\]|\{\}|0|-1)$/;

/** A key that joins several arguments: `1000/3`, `(1000, 3)`; not small numbers like those of a grid. */
const partsOfKey = (input: string): readonly string[] => {
  const joined = /^"[[(]?(-?\d+(?:\.\d+)?(?:[\s,;:/|_x*+&-]{1,4}\d+(?:\.\d+)?)+)[\])]?"$/.exec(input)?.[1];
  const parts = /^\[.*\]$/.test(input)
    ? (input.slice(0, LONGEST_KEY).match(/"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g) ?? [])
    : (joined?.match(/\d+(?:\.\d+)?/g) ?? []);
  const isOdd = (part: string): boolean =>
    part.startsWith('"') ? isSpecific(part) : !BOUNDARY.test(part) || Number(part) >= LEAST_ODD;
  return parts.length > 1 && parts.some(isOdd) ? parts : [];
};

/** Answered from a test: the compared and the returned literal occur together in one. */
const copiesTest = (tests: TestLiterals, { inputs, answer }: LiteralBranch): boolean =>
  !NO_ANSWER.test(answer) &&
  ((inputs.length > 1 ? tests.inOneCall(inputs, answer) : tests.together([...inputs, answer])) ||
    (inputs.some(isComposite) && tests.together([...inputs.flatMap(partsOfKey), answer])));

const isComposite = (input: string): boolean => partsOfKey(input).length > 1;

const isStriking = ({ inputs, table, elsewise }: LiteralBranch): boolean =>
  inputs.some(isComposite) || (!table && elsewise && (inputs.length > 1 || inputs.some(isSpecific)));

/** Every entry is new, so a single phrase is not an entry that a domain table was missing. */
const isNewTable = ({ file, branch }: Placed): boolean => {
  const entries = branchesIn(file, 'after').filter(({ table, owner }) => table && owner === branch.owner);
  return entries.length === 1;
};

const suspicious = (branches: readonly Placed[], tests: TestLiterals): readonly Placed[] => {
  const copied = branches.filter(
    ({ branch }) => copiesTest(tests, branch) && branch.inputs.some((input) => !BOUNDARY.test(input)),
  );
  const striking = copied.filter(({ branch }) => isStriking(branch));
  if (striking.length > 0) return striking;
  // Several at once, and all known from tests: an answer sheet, not a domain table.
  const sameFunction = (a: Placed, b: Placed): boolean =>
    a.file === b.file && a.branch.owner === b.branch.owner;
  return copied.filter((placed) => {
    const together = branches.filter((other) => sameFunction(other, placed));
    const known = copied.filter((other) => sameFunction(other, placed));
    const enough =
      known.length > 1 ||
      (placed.branch.table && isNewTable(placed) && known[0]!.branch.inputs.some(isSpecific));
    const answers = placed.branch.table || (placed.branch.elsewise && isRead(placed.file));
    return enough && answers && known.length === together.length;
  });
};

type Disguise = {
  readonly file: FileChange;
  readonly by: DisguisedBranch['by'] | 'table';
  readonly answer: string | null;
  readonly offset: number;
  readonly text: string;
};

const disguisesOf = (file: FileChange, side: 'before' | 'after'): readonly Disguise[] => {
  const syntax = file[side]?.syntax;
  if (!syntax) return [];
  return [
    ...disguisedBranches(syntax).map((branch) => ({ file, ...branch })),
    ...checksumEntries(syntax).map((entry) => ({ file, by: 'table' as const, text: 'a checksum', ...entry })),
  ];
};

const newDisguises = ({ files }: Change): readonly Disguise[] => {
  const programs = files.filter((file) => isProgram(file) && !isRegenerated(file) && isRead(file));
  const known = new Set(programs.flatMap((file) => disguisesOf(file, 'before')).map(({ text }) => text));
  return programs
    .flatMap((file) => disguisesOf(file, 'after'))
    .filter(({ text, by }) => by === 'table' || !known.has(text));
};

/** With quotes: longer than the name of a kind or a level. */
const LONGEST_WORD = 14;

/** A result that a test expects, behind a condition that does not name an input. */
const judgeDisguise = (
  { file, by, answer, offset, text }: Disguise,
  tests: TestLiterals,
): readonly Flag[] => {
  const place = { file: file.path, version: file.after!, offset };
  const expected = answer !== null && !NO_ANSWER.test(answer) && tests.has(answer);
  const striking =
    by !== 'shape' || (answer !== null && (isSpecific(answer) || answer.length > LONGEST_WORD));
  if (expected && striking)
    return [
      flagAt('special-casing', place, {
        rule: 'disguised-answer',
        sentence: `For an input recognised by ${text}, the program returns ${answer.slice(0, 60)}, as a test expects.`,
      }),
    ];
  return by === 'shape' || by === 'table'
    ? []
    : [
        flagAt('odd-condition', place, {
          rule: 'odd-condition',
          sentence: `The program behaves differently if ${text}: few inputs meet that condition.`,
        }),
      ];
};

/** Source that compares its input with a test's literal and returns the literal that the test expects. */
export const testLiterals: FlagRule = {
  rule: 'test-literal-answer',
  kinds: [
    {
      id: 'odd-condition',
      title: 'A condition singles out inputs indirectly',
      meaning:
        'A new condition compares a checksum, or a sum of several inputs, with a number, and the program then behaves differently. Such a condition can recognise a test’s input.',
      advice: 'Ask what the number means; try inputs near those of the tests.',
      standard: 'warn',
    },
  ],
  needsBaseTests: (change) =>
    newBranches(change).some(({ branch }) => !NO_ANSWER.test(branch.answer)) ||
    newDisguises(change).some(({ answer }) => answer !== null && !NO_ANSWER.test(answer)),
  find(change) {
    const branches = newBranches(change);
    const disguises = newDisguises(change);
    if (branches.length === 0 && disguises.length === 0) return [];
    const tests = indexTestLiterals(textsOfTests(change));
    const named = suspicious(branches, tests).map(({ file, branch }) =>
      flagAt(
        'special-casing',
        { file: file.path, version: file.after!, offset: branch.offset },
        {
          rule: 'test-literal-answer',
          sentence: `For ${branch.inputs.join(', ').slice(0, 80)} the program returns ${branch.answer.slice(0, 60)}, exactly as a test expects.`,
        },
      ),
    );
    return [...named, ...disguises.flatMap((disguise) => judgeDisguise(disguise, tests))];
  },
};
