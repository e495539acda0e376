import { classifyHarnessPath } from '../analyse/harness/harness-paths.ts';
import { withCompiled } from '../decide/compiled-names.ts';
import { pairWithSuccessors } from '../decide/pair-with-successors.ts';
import { proveTests } from '../decide/prove-tests.ts';
import { cellOf } from '../decide/test-cell.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { CandidateMatrix, Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured, missing } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  filesOf,
  namedTests,
  withMatrix,
  withRuns,
} from './captured-so-far.ts';
import { brokenBy } from './confirm.ts';
import type { Inquiry } from './inquiry.ts';
import { notStopped } from './may-win.ts';
import type { QuestionOf } from './question.ts';

/** A finished run does not distinguish tests from fixtures. */
const testFilesOf = ({ examination }: CapturedSoFar, { tree, pinned }: Evidence): readonly string[] =>
  examination === undefined
    ? [...(pinned?.apart ?? []), ...(pinned?.inside ?? [])]
    : (examination.setting.testFiles.get(tree) ?? []);

/** Test files that name data of tests which the candidate changes. */
const readersOf = ({ examination }: CapturedSoFar, { tree }: Evidence): readonly string[] =>
  examination?.setting.testData?.get(tree)?.readers ?? [];

/** Changed tests and tests of changed data are always examined; other changes of the harness only if a base test broke. */
export const ownTests: Inquiry<'own-tests'> = {
  kind: 'own-tests',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({ question: 'its own tests', why: whyRuledOut(candidate) }),
    traceless: true,
  },
  ask: (captured, policy) => {
    const base = namedTests(captured.baseline);
    if (base === null) return [];
    return distinctTrees(notStopped(captured.evidence, policy)).flatMap((one) => {
      const own = testFilesOf(captured, one);
      if ((one.pinned?.apart.length ?? 0) === 0 && own.length === 0) return [];
      const broken = brokenBy(captured, one);
      const files = [...new Set([...own, ...readersOf(captured, one), ...filesOf(base, broken)])].sort();
      const { name: candidate } = one.candidate;
      // If the runner names no files, a base test that breaks may read a changed fixture: then all tests run.
      return files.length === 0 && broken.length === 0
        ? []
        : [{ kind: 'own-tests' as const, candidate, tree: one.tree, broken, files }];
    });
  },
};

/** Name of the run of a candidate's own tests on its own source. */
export const OWN_RUN = 'own';

export const CELL_NOT_RUN = missing('infrastructure', 'the cell was not run');

const cellIn = (
  seen: TreeEvidence | undefined,
  files: readonly string[],
  base: TestReport,
  ids?: ReadonlySet<string>,
): Measured<Cell> =>
  seen === undefined ? CELL_NOT_RUN : mapMeasured(seen.tests, (report) => cellOf(report, files, base, ids));

/** The matrix with these proven tests, and the files of those that are not in the candidate's own test files. */
export const withProven = (
  before: CandidateMatrix,
  proven: readonly string[],
  report: TestReport | null,
  testFiles: readonly string[],
): CandidateMatrix => {
  const { provenIn: _, ...matrix } = before;
  const files = report === null ? [] : filesOf(report, proven);
  const own = withCompiled(testFiles, new Set(files));
  const others = files.filter((path) => !own.has(path)).sort();
  // A generated test may be in a helper, which is not given to a runner.
  const runnable = others.every((path) => classifyHarnessPath(path) === 'test');
  return {
    ...matrix,
    proven: [...proven],
    ...(others.length === 0 ? {} : { provenIn: runnable ? others : [] }),
  };
};

/** Tests that pass with the candidate's source and not on the base, as far as the two runs show. */
export const mayProve = ({
  own,
  proof,
}: {
  readonly own: TreeEvidence | undefined;
  readonly proof: TreeEvidence | undefined;
}): readonly string[] => {
  const [passed, onBase] = [namedTests(own)?.outcomes ?? {}, namedTests(proof)?.outcomes ?? {}];
  return Object.keys(passed).filter(
    (id) => passed[id] === 'passed' && !(Object.hasOwn(onBase, id) && onBase[id] === 'passed'),
  );
};

/** `own`: with the candidate's source; `proof`: with the base's; `unmoved`: passes whatever it expects. */
export const addOwnTests = (
  captured: CapturedSoFar,
  question: QuestionOf<'own-tests'>,
  seen: { readonly own: TreeEvidence | undefined; readonly proof: TreeEvidence | undefined },
  unmoved: readonly string[] = [],
): CapturedSoFar => {
  const base = namedTests(captured.baseline);
  if (base === null) return captured;
  const { candidate, tree, files, broken } = question;
  const proof = cellIn(seen.proof, files, base);
  // An edited test keeps its id and passes as before: only the proof shows that it is a different test.
  const edited = new Set(proof.known ? [...proof.value.failed, ...proof.value.skipped] : []);
  const own = cellIn(seen.own, files, base, edited);
  const hollow = new Set(unmoved);
  const shown = proveTests({ own, proof }, base, new Set(captured.quarantined));
  const proven = shown.filter((id) => !hollow.has(id));
  const withdrawn = shown.filter((id) => hollow.has(id));
  const report = namedTests(seen.own);
  const stated = captured.evidence.find((one) => one.tree === tree)?.successors ?? [];
  const sides = { base, own: report ?? base };
  const pairs = report === null ? [] : pairWithSuccessors(broken, sides, stated, proven);
  const kept = withRuns(withRuns(captured, candidate, seen.own), candidate, seen.proof);
  const testFiles = captured.examination?.setting.testFiles.get(tree) ?? [];
  return withMatrix(kept, tree, (matrix) => ({
    ...withProven(matrix, proven, report, testFiles),
    own,
    proof,
    ...(pairs.length === 0 ? {} : { pairs }),
    ...(withdrawn.length === 0 ? {} : { unmoved: withdrawn }),
  }));
};
