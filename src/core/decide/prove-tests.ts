import type { Cell } from '../domain/evidence/matrix.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestReport } from '../domain/check/test-report.ts';

const failedBefore = (known: Readonly<Record<string, string>>, id: string): boolean =>
  Object.hasOwn(known, id) && known[id] === 'failed';

type Cells = { readonly own: Measured<Cell>; readonly proof: Measured<Cell> };

/**
 * Added and edited tests that pass with the candidate's source and not with the base's. If the proof has no result at
 * all (the files crash or hang on the base), none of them passes there. A test that already fails on the base is
 * judged by the base's version.
 */
export const proveTests = (
  { own, proof }: Cells,
  baseline: TestReport,
  flaky: ReadonlySet<string>,
): string[] => {
  if (!own.known || (!proof.known && proof.cause !== 'candidate')) return [];
  const onBase = new Set(proof.known ? [...proof.value.passed, ...proof.value.skipped] : []);
  const known = baseline.outcomes ?? {};
  return own.value.passed.filter((id) => !onBase.has(id) && !flaky.has(id) && !failedBefore(known, id));
};
