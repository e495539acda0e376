import { findRenamed } from './find-flaky.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestReport } from '../domain/check/test-report.ts';

const failedBefore = (known: Readonly<Record<string, string>>, id: string): boolean =>
  Object.hasOwn(known, id) && known[id] === 'failed';

/** The tests that a subtest may be part of: `test_rows` of `test_rows > (row=1)`, `TestRows` of Go's `TestRows/row_1`. */
const wholesOf = (id: string): readonly string[] =>
  [' > ', '/'].map((separator) => id.slice(0, Math.max(0, id.lastIndexOf(separator))));

const idsIn = ({ passed, failed, skipped }: Cell): readonly string[] => [...passed, ...failed, ...skipped];

type Cells = { readonly own: Measured<Cell>; readonly proof: Measured<Cell> };

/**
 * Added and edited tests that pass with the candidate's source and not with the base's. If the proof has no result at
 * all (the files crash or hang on the base), none of them passes there. A test that already fails on the base is
 * judged by the base's version. A subtest that does not run there, of a test that passes there as a whole, proves
 * nothing: its name may contain the time of day and differ in every run. Nor does a test in whose place others run there.
 */
export const proveTests = (
  { own, proof }: Cells,
  baseline: TestReport,
  flaky: ReadonlySet<string>,
): string[] => {
  if (!own.known || (!proof.known && proof.cause !== 'candidate')) return [];
  const onBase = new Set(proof.known ? [...proof.value.passed, ...proof.value.skipped] : []);
  const failsThere = new Set(proof.known ? proof.value.failed : []);
  const renamed = new Set(proof.known ? findRenamed(idsIn(own.value), idsIn(proof.value)) : []);
  const known = baseline.outcomes ?? {};
  return own.value.passed.filter(
    (id) =>
      !onBase.has(id) &&
      // A test may be called like its file, and then looks like the whole of the others.
      (failsThere.has(id) || !wholesOf(id).some((whole) => onBase.has(whole))) &&
      !flaky.has(id) &&
      !renamed.has(id) &&
      !failedBefore(known, id),
  );
};
