import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { withRuns } from '../../../core/next-work/captured-so-far.ts';
import { addCross, noteExaminers } from '../../../core/next-work/cross.ts';
import type { CrossPair } from '../../../core/next-work/question.ts';
import { layered } from '../lanes/layered.ts';
import { type CellRequest, runCells, runShared, type SharedCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import { testsInsideOn } from '../field/tests-inside.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

type Pair = {
  readonly one: PinnedCandidate;
  readonly author: PinnedCandidate;
  /** Of the author's tests. */
  readonly files: CellRequest['files'];
};

const keyOf = ({ source, authorTree }: Pick<CrossPair, 'source' | 'authorTree'>): string =>
  `cross ${source} ${authorTree}`;

const keyOfPair = ({ one, author }: Omit<Pair, 'files'>): string =>
  keyOf({ source: one.pinned.tree, authorTree: author.tree });

/** Equal sources are examined once. */
const distinctPairs = (field: FieldUnderTest, questions: readonly CrossPair[]): readonly Pair[] =>
  [...new Map(questions.map((question) => [keyOf(question), question])).values()].map(
    ({ candidate, author, files }) => ({
      one: candidateNamed(field, candidate),
      author: candidateNamed(field, author),
      // Without a file all tests have to run.
      files: files.length === 0 ? null : files,
    }),
  );

type Brought = Pick<Pair, 'author' | 'files'>;

/** Nothing but new or changed test files: anything else could affect the run of another author's tests. */
const bringsTestsAlone = ({ apart, fixtures, inside }: PinnedCandidate): boolean =>
  fixtures.length === 0 &&
  inside.changed.length === 0 &&
  apart.every(({ path, blob }) => blob !== null && classifyHarnessPath(path) === 'test');

const shareable = (authors: readonly Brought[]): readonly Brought[] => {
  const taken = new Set<string>();
  return authors.filter(({ author }) => {
    const paths = author.apart.map(({ path }) => path);
    if (!bringsTestsAlone(author) || paths.some((path) => taken.has(path))) return false;
    for (const path of paths) taken.add(path);
    return true;
  });
};

const nameOf = (author: PinnedCandidate, how: 'cross' | 'alone'): string => `${how}-${author.candidate.name}`;

/** Only the author's own files are writable: a source could otherwise rewrite another author's tests. */
const writtenBy = ({ context }: FieldUnderTest, { tree }: PinnedCandidate): readonly string[] =>
  context.ownWritten.get(tree) ?? [];

const sharedCellsOf = (
  field: FieldUnderTest,
  one: PinnedCandidate,
  authors: readonly Brought[],
): SharedCells => {
  const changes = layered(one.changes, ...authors.map(({ author }) => author.apart));
  return {
    id: one.pinned.tree,
    owner: one.candidate.name,
    name: 'cross',
    changes,
    ownInstall: needsOwnInstall(field.context.plan, changes),
    like: laneOf(field, one.pinned.tree),
    writable: authors.flatMap(({ author }) => writtenBy(field, author)),
    tests: authors.map(({ author, files }) => ({ name: nameOf(author, 'cross'), files })),
  };
};

/** One workspace per candidate, one process per author. */
export const crossExamine: Executor<'cross'> = {
  stage: () => 'cross-examining',
  run: async (field, questions) => {
    // By tree: candidates of the same source share one workspace, and the dispatcher refuses the same work twice.
    const examined = new Map<string, { readonly one: PinnedCandidate; readonly authors: Brought[] }>();
    for (const { one, author, files } of distinctPairs(field, questions)) {
      const known = examined.get(one.pinned.tree);
      if (known) known.authors.push({ author, files });
      else examined.set(one.pinned.tree, { one, authors: [{ author, files }] });
    }
    const shared = [...examined.values()]
      .map(({ one, authors }) => ({ one, authors: shareable(authors) }))
      .filter(({ authors }) => authors.length > 0);
    const seen = await runShared(
      field.context,
      shared.map(({ one, authors }) => sharedCellsOf(field, one, authors)),
    );
    const reports = new Map(
      shared.flatMap(({ one, authors }) =>
        authors.map(({ author }) => [
          keyOfPair({ one, author }),
          seen.get(one.pinned.tree)?.reports.get(nameOf(author, 'cross')),
        ]),
      ),
    );
    const addRuns = addEach(shared, (captured, { one }) =>
      withRuns(captured, one.candidate.name, seen.get(one.pinned.tree)),
    );
    const addCells = addEach(questions, (captured, question) =>
      addCross(captured, question, reports.get(keyOf(question))),
    );
    return (captured) => noteExaminers(addCells(addRuns(captured)), questions);
  },
};

/** None if the author's tests inside sources cannot be inserted into this one: nothing is known then. */
const aloneCellsOf = async (field: FieldUnderTest, pair: Pair): Promise<readonly CellRequest[]> => {
  const { context, base } = field;
  const { one, author, files } = pair;
  const inside = await testsInsideOn(context.tools, base, { author, one });
  if (inside === null) return [];
  const changes = layered(author.fixtures, one.changes, author.apart, inside);
  return [
    {
      id: keyOfPair(pair),
      owner: one.candidate.name,
      name: nameOf(author, 'alone'),
      changes,
      files: inside.length === 0 ? files : null,
      ownInstall: needsOwnInstall(context.plan, changes),
      like: laneOf(field, one.pinned.tree),
      writable: writtenBy(field, author),
    },
  ];
};

export const crossExamineAlone: Executor<'cross-alone'> = {
  stage: () => "running other authors' failed tests alone",
  run: async (field, questions) => {
    const pairs = distinctPairs(field, questions);
    const cells = (await Promise.all(pairs.map((pair) => aloneCellsOf(field, pair)))).flat();
    const seen = await runCells(field.context, cells);
    const addRuns = addEach(cells, (captured, { id, owner }) => withRuns(captured, owner, seen.get(id)));
    const addCells = addEach(questions, (captured, question) => {
      const evidence = seen.get(keyOf(question));
      return evidence === undefined ? captured : addCross(captured, question, evidence.tests);
    });
    return (captured) => addCells(addRuns(captured));
  },
};
