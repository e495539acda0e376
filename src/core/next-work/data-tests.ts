import { proveTests } from '../decide/prove-tests.ts';
import { cellOf } from '../decide/test-cell.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import type { CandidateMatrix, Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  filesOf,
  matrixOf,
  namedTests,
  sourceOf,
  withMatrix,
  withRuns,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { notStopped } from './may-win.ts';
import { CELL_NOT_RUN, withProven } from './own-tests.ts';
import type { QuestionOf } from './question.ts';

/** Name of the run of all tests on a candidate's source with its data. */
export const DATA_RUN = 'own-data';

/** If no test file names the changed data, all tests run, unless the candidate proves something without it. */
export const dataTests: Inquiry<'data-tests'> = {
  kind: 'data-tests',
  ask: (captured, policy) => {
    const { testData } = captured.examination?.setting ?? {};
    if (testData === undefined || namedTests(captured.baseline) === null) return [];
    return distinctTrees(notStopped(captured.evidence, policy))
      .filter(({ tree }) => testData.get(tree)?.readers.length === 0)
      .filter((one) => namedTests(one) !== null && sourceOf(one) !== captured.base.tree)
      .filter(({ matrix }) => matrix?.proven.length === 0)
      .map(({ candidate, tree }) => ({ kind: 'data-tests' as const, candidate: candidate.name, tree }));
  },
};

/** The tests whose outcome is not the base's, in whatever file. */
const cellIn = (
  seen: TreeEvidence | undefined,
  base: TestReport,
  ids?: ReadonlySet<string>,
): Measured<Cell> =>
  seen === undefined
    ? CELL_NOT_RUN
    : mapMeasured(seen.tests, (report) => {
        const { files: _, ...unnamed } = report;
        return cellOf(unnamed, [], base, ids);
      });

const union = (one: Measured<Cell>, other: Measured<Cell>): Measured<Cell> => {
  if (!one.known || !other.known) return other.known ? other : one;
  const of = (key: keyof Cell): string[] => [...new Set([...one.value[key], ...other.value[key]])].sort();
  return { known: true, value: { passed: of('passed'), failed: of('failed'), skipped: of('skipped') } };
};

const CONTAINS = /^(?: > |::|[./])/;

/** Reported as failed there, or part of something that is: an id that is only absent may be new in every run. */
const failedIn = ({ failed }: Cell): ((id: string) => boolean) => {
  const ids = new Set(failed);
  return (id) =>
    ids.has(id) || failed.some((all) => id.startsWith(all) && CONTAINS.test(id.slice(all.length)));
};

/** Tests that fail on the base's source with the data and pass on the candidate's; not those that its source brings. */
const provenByData = (
  own: Measured<Cell>,
  proof: Measured<Cell>,
  { base, main, flaky }: { base: TestReport; main: TestReport | null; flaky: ReadonlySet<string> },
): readonly string[] => {
  const [before, now] = [base.outcomes ?? {}, main?.outcomes ?? {}];
  const fails = proof.known ? failedIn(proof.value) : () => true;
  return proveTests({ own, proof }, base, flaky).filter(
    (id) => fails(id) && (Object.hasOwn(before, id) || !Object.hasOwn(now, id)),
  );
};

/** `own`: with the candidate's source; `proof`: with the base's. */
export const addDataTests = (
  captured: CapturedSoFar,
  { candidate, tree }: QuestionOf<'data-tests'>,
  seen: { readonly own: TreeEvidence | undefined; readonly proof: TreeEvidence | undefined },
): CapturedSoFar => {
  const base = namedTests(captured.baseline);
  const one = captured.evidence.find((each) => each.tree === tree);
  if (base === null || one === undefined) return captured;
  const proof = cellIn(seen.proof, base);
  const own = cellIn(
    seen.own,
    base,
    new Set(proof.known ? [...proof.value.failed, ...proof.value.skipped] : []),
  );
  const proven = provenByData(own, proof, {
    base,
    main: namedTests(one),
    flaky: new Set(captured.quarantined),
  });
  const kept = withRuns(withRuns(captured, candidate, seen.own), candidate, seen.proof);
  return withMatrix(kept, tree, (matrix) => ({
    ...withProven(matrix, proven, namedTests(seen.own), testFilesIn(captured, tree)),
    own: union(matrix.own, own),
    proof: union(matrix.proof, proof),
  }));
};

const testFilesIn = ({ examination }: CapturedSoFar, tree: string): readonly string[] =>
  examination?.setting.testFiles.get(tree) ?? [];

const passesOn = ({ outcomes = {} }: TestReport, id: string): boolean =>
  Object.hasOwn(outcomes, id) && outcomes[id] === 'passed';

/** A test of the base may have failed there by chance, and among all tests some will. */
export const dataAgain: Inquiry<'data-again'> = {
  kind: 'data-again',
  ask: (captured) => {
    const base = namedTests(captured.baseline);
    if (base === null) return [];
    return (captured.examination?.asked ?? [])
      .filter((question): question is QuestionOf<'data-tests'> => question.kind === 'data-tests')
      .flatMap(({ candidate, tree }) => {
        const ids = (matrixOf(captured, tree)?.proven ?? []).filter((id) => passesOn(base, id));
        const files = filesOf(base, ids);
        return ids.length === 0
          ? []
          : [
              {
                kind: 'data-again' as const,
                candidate,
                tree,
                ids,
                files: files.length === 0 ? null : files,
              },
            ];
      });
  },
};

const without = (cell: Measured<Cell>, gone: ReadonlySet<string>): Measured<Cell> =>
  mapMeasured(cell, ({ passed, failed, skipped }) => {
    const left = (ids: readonly string[]): string[] => ids.filter((id) => !gone.has(id));
    return { passed: left(passed), failed: left(failed), skipped: left(skipped) };
  });

/** Only a test that fails again is proven. */
export const addDataAgain = (
  captured: CapturedSoFar,
  { candidate, tree, ids }: QuestionOf<'data-again'>,
  seen: TreeEvidence | undefined,
): CapturedSoFar => {
  const again = seen?.tests.known ? (namedTests(seen)?.outcomes ?? {}) : {};
  const crashed = seen?.tests.known === false && seen.tests.cause === 'candidate';
  const chance = new Set(
    ids.filter((id) => !crashed && !(Object.hasOwn(again, id) && again[id] === 'failed')),
  );
  return withMatrix(withRuns(captured, candidate, seen), tree, (matrix): CandidateMatrix => ({
    ...matrix,
    own: without(matrix.own, chance),
    proof: without(matrix.proof, chance),
    proven: matrix.proven.filter((id) => !chance.has(id)),
  }));
};
