import type { RunPolicy } from '../conclude/score-captured.ts';
import type { TestOutcome, TestReport } from '../domain/check/test-report.ts';
import type { Captured, CheckRun, Evidence } from '../domain/evidence/evidence.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  matrixOf,
  namedTests,
  provenFiles,
  sourceOf,
  withMatrix,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { contendersByAuthor } from './may-win.ts';
import { DATA_RUN } from './data-tests.ts';
import { CELL_NOT_RUN, OWN_RUN } from './own-tests.ts';
import type { CrossPair, QuestionOf } from './question.ts';
import { unitHash } from '../math/unit-hash.ts';

/** All of it may take this many times as long as the main checks, estimated from the authors' own runs of their tests. */
const MOST_TIME = { ofChecks: 2, leastMs: 60_000 } as const;

const tookMs = (one: Pick<Evidence, 'runs'>, counts: (check: CheckRun['check']) => boolean): number =>
  one.runs
    .filter(({ check }) => counts(check))
    .reduce((sum, { outcome }) => sum + ('durationMs' in outcome ? outcome.durationMs : 0), 0);

const timeOfChecks = ({ baseline, evidence }: Captured): number =>
  [baseline, ...distinctTrees(evidence)].reduce(
    (sum, one) => sum + tookMs(one, ({ kind, name }) => kind === name),
    0,
  );

/** Authors whose tests fit into the time, in the given order; the cheapest one alone if none fits. */
export const withinTime = (
  captured: Captured,
  field: readonly Evidence[],
  authors: readonly Evidence[],
): readonly Evidence[] => {
  const allowedMs = Math.max(MOST_TIME.leastMs, MOST_TIME.ofChecks * timeOfChecks(captured));
  const costMs = new Map(
    authors.map((one) => [
      one,
      tookMs(one, ({ name }) => name === OWN_RUN || name === DATA_RUN) * (field.length - 1),
    ]),
  );
  const costOf = (author: Evidence): number => costMs.get(author) ?? 0;
  let plannedMs = 0;
  const fitting = authors.filter((author) => {
    if (plannedMs + costOf(author) > allowedMs) return false;
    plannedMs += costOf(author);
    return true;
  });
  return fitting.length > 0 ? fitting : authors.toSorted((a, b) => costOf(a) - costOf(b)).slice(0, 1);
};

/** Up to this many pairs, every candidate runs the tests of all others; pairs grow with the square of the field. */
const MOST_PAIRS = 600;
const FEWEST_EXAMINERS = 3;

/**
 * The candidates whose tests run on all others. If there are too many, as many as fit: each author once before any
 * twice, in an order that depends on every tree of the field, so no candidate can arrange to be chosen.
 */
export const examiners = (
  field: readonly Evidence[],
  authors: readonly Evidence[],
  authorOf: (one: Evidence) => string,
): readonly Evidence[] => {
  const fits = field.length * authors.length <= MOST_PAIRS;
  const most = fits ? authors.length : Math.max(FEWEST_EXAMINERS, Math.floor(MOST_PAIRS / field.length));
  const seed = field.map(({ tree }) => tree).join(' ');
  const place = new Map(authors.map((one) => [one, unitHash(`${seed} ${one.tree}`)]));
  const shuffled = authors.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const met = new Map<string, number>();
  const turn = new Map(
    shuffled.map((one) => {
      const before = met.get(authorOf(one)) ?? 0;
      met.set(authorOf(one), before + 1);
      return [one, before];
    }),
  );
  return shuffled.toSorted((a, b) => (turn.get(a) ?? 0) - (turn.get(b) ?? 0)).slice(0, most);
};

const pairKey = (tree: string, authorTree: string): string => `${tree} ${authorTree}`;

/** By tree: candidates with the same tree are one author, whichever of them is recorded. */
const examinedPairs = ({ evidence }: Captured): ReadonlySet<string> => {
  const treeOf = new Map(evidence.map(({ candidate, tree }) => [candidate.name, tree]));
  return new Set(
    evidence.flatMap(({ tree, matrix }) =>
      (matrix?.cross ?? []).map(({ author }) => pairKey(tree, treeOf.get(author) ?? author)),
    ),
  );
};

const bringsProof = ({ matrix }: Evidence): boolean => (matrix?.proven.length ?? 0) > 0;

const pairsOf = (captured: CapturedSoFar, policy: RunPolicy): readonly QuestionOf<'cross'>[] => {
  const { contenders, authorOf } = contendersByAuthor(captured, policy);
  const field = distinctTrees(contenders);
  const all = field.filter(bringsProof);
  const chosen = new Set(withinTime(captured, field, examiners(field, all, authorOf)));
  const authors = all.filter((one) => chosen.has(one));
  return field.flatMap((one) =>
    authors
      .filter(({ tree }) => tree !== one.tree)
      .map((author) => ({
        kind: 'cross' as const,
        candidate: one.candidate.name,
        tree: one.tree,
        source: sourceOf(one),
        author: author.candidate.name,
        authorTree: author.tree,
        files: provenFiles(captured, author),
      })),
  );
};

/** Every candidate that may still win runs the proven tests of all others that may; in a large field, of some. */
export const cross: Inquiry<'cross'> = {
  kind: 'cross',
  report: {
    describe: ({ candidate, author }, whyRuledOut) => ({
      question: `cross-examination with the tests of ${author}`,
      why: whyRuledOut(candidate, author),
    }),
    contendersOnly: true,
  },
  ask: (captured, policy) => {
    const proven = captured.evidence.some(({ matrix }) => (matrix?.proven.length ?? 0) > 0);
    if (!proven || namedTests(captured.baseline) === null) return [];
    const examined = examinedPairs(captured);
    return pairsOf(captured, policy).filter(
      ({ tree, authorTree }) => !examined.has(pairKey(tree, authorTree)),
    );
  },
};

const passesAll = (captured: Captured, { tree, author, authorTree }: CrossPair): boolean => {
  const tests = matrixOf(captured, tree)?.cross.find((cell) => cell.author === author)?.tests;
  const proven = matrixOf(captured, authorTree)?.proven.length ?? 0;
  return tests?.known === true && tests.value.passed.length === proven;
};

/** A failure counts only if no other author's code was present: tests that did not pass together are run alone. */
export const crossAlone: Inquiry<'cross-alone'> = {
  kind: 'cross-alone',
  ask: (captured) =>
    (captured.examination?.asked ?? [])
      .filter((question): question is QuestionOf<'cross'> => question.kind === 'cross')
      .filter((pair) => !passesAll(captured, pair))
      .map((pair) => ({ ...pair, kind: 'cross-alone' as const })),
};

/** The results of the author's proven tests, together or alone; undefined: they were not run. */
export const addCross = (
  captured: CapturedSoFar,
  { tree, author, authorTree }: CrossPair,
  report: Measured<TestReport> | undefined,
): CapturedSoFar => {
  const proven = matrixOf(captured, authorTree)?.proven ?? [];
  const tests: Measured<Cell> = mapMeasured(report ?? CELL_NOT_RUN, ({ outcomes = {} }) => {
    const of = (outcome: TestOutcome): string[] =>
      proven.filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === outcome);
    return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
  });
  return withMatrix(captured, tree, (matrix) => {
    const known = matrix.cross.some((cell) => cell.author === author);
    const replaced = matrix.cross.map((cell) => (cell.author === author ? { author, tests } : cell));
    return { ...matrix, cross: known ? replaced : [...matrix.cross, { author, tests }] };
  });
};

const MOST_NAMED = 10;

/** Notes whose tests were left out, if any were. */
export const noteExaminers = (captured: CapturedSoFar, pairs: readonly CrossPair[]): CapturedSoFar => {
  const trees = new Set(pairs.flatMap(({ tree, authorTree }) => [tree, authorTree]));
  const asked = new Set(pairs.map(({ authorTree }) => authorTree));
  const all = distinctTrees(captured.evidence).filter((one) => trees.has(one.tree) && bringsProof(one));
  const left = all.filter(({ tree }) => !asked.has(tree)).map(({ candidate }) => candidate.name);
  if (left.length === 0) return captured;
  const named = `${left.slice(0, MOST_NAMED).join(', ')}${left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : ''}`;
  const reason = `in a field this large, or with tests that take this long, only the tests of ${asked.size} of ${all.length} candidates that bring tests were run on the others, not those of ${named}`;
  const control = { id: 'full-cross-examination', state: 'not-applied' as const, reason };
  return { ...captured, controls: [...(captured.controls ?? []), control] };
};
