import type { Cell } from '../domain/matrix.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestReport } from '../domain/test-report.ts';

type Cells = { readonly own: Measured<Cell>; readonly proof: Measured<Cell> };

/**
 * New tests that pass with the candidate's source and not with the base's. Where the proof has no result at all
 * (the files crash or hang on the base), nothing of them passes there.
 */
export const proveTests = (
  { own, proof }: Cells,
  baseline: TestReport,
  flaky: ReadonlySet<string>,
): string[] => {
  if (!own.known || (!proof.known && proof.cause !== 'candidate')) return [];
  const onBase = new Set(proof.known ? [...proof.value.passed, ...proof.value.skipped] : []);
  const known = baseline.outcomes ?? {};
  return own.value.passed.filter((id) => !onBase.has(id) && !flaky.has(id) && !Object.hasOwn(known, id));
};
