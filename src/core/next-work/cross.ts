import type { RunPolicy } from '../conclude/score-captured.ts';
import { cellOf } from '../decide/test-cell.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  matrixOf,
  namedTests,
  sourceOf,
  withMatrix,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { contenders } from './may-win.ts';
import { CELL_NOT_RUN } from './own-tests.ts';
import type { CrossPair, QuestionOf } from './question.ts';

const pairKey = (tree: string, authorTree: string): string => `${tree} ${authorTree}`;

/** By trees: equal candidates are one author, whichever of them is named. */
const examinedPairs = ({ evidence }: Captured): ReadonlySet<string> => {
  const treeOf = new Map(evidence.map(({ candidate, tree }) => [candidate.name, tree]));
  return new Set(
    evidence.flatMap(({ tree, matrix }) =>
      (matrix?.cross ?? []).map(({ author }) => pairKey(tree, treeOf.get(author) ?? author)),
    ),
  );
};

const pairsOf = (captured: CapturedSoFar, policy: RunPolicy): readonly QuestionOf<'cross'>[] => {
  const field = distinctTrees(contenders(captured, policy));
  const authors = field.filter(({ matrix }) => (matrix?.proven.length ?? 0) > 0);
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
      })),
  );
};

/** Every candidate that may still win meets the proven tests of every other that may. */
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

/** A failure counts only if no other author's code was there: what did not pass together is run alone. */
export const crossAlone: Inquiry<'cross-alone'> = {
  kind: 'cross-alone',
  ask: (captured) =>
    (captured.examination?.asked ?? [])
      .filter((question): question is QuestionOf<'cross'> => question.kind === 'cross')
      .filter((pair) => !passesAll(captured, pair))
      .map((pair) => ({ ...pair, kind: 'cross-alone' as const })),
};

/** What the author's proven tests say, together or alone; undefined: they were not run. */
export const addCross = (
  captured: CapturedSoFar,
  { tree, author, authorTree }: CrossPair,
  report: Measured<TestReport> | undefined,
): CapturedSoFar => {
  const base = namedTests(captured.baseline);
  const files = captured.examination?.setting.testFiles.get(authorTree) ?? [];
  const proven = new Set(matrixOf(captured, authorTree)?.proven ?? []);
  const keep = (ids: readonly string[]): string[] => ids.filter((id) => proven.has(id));
  const tests: Measured<Cell> = mapMeasured(report ?? CELL_NOT_RUN, (seen) => {
    const { passed, failed, skipped } = cellOf(seen, files, base, proven);
    return { passed: keep(passed), failed: keep(failed), skipped: keep(skipped) };
  });
  return withMatrix(captured, tree, (matrix) => {
    const known = matrix.cross.some((cell) => cell.author === author);
    const replaced = matrix.cross.map((cell) => (cell.author === author ? { author, tests } : cell));
    return { ...matrix, cross: known ? replaced : [...matrix.cross, { author, tests }] };
  });
};
