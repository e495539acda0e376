import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import { type FinishedCheck, interpretTests, type Side } from '../../../core/parse/interpret-checks.ts';

/** A report is large and needed twice: when a check ends and when its lane ends. */
const known = new WeakMap<FinishedCheck, Measured<TestReport>>();

export const readLaneTests = (finished: FinishedCheck | undefined, side: Side): Measured<TestReport> => {
  const before = finished === undefined ? undefined : known.get(finished);
  if (before !== undefined) return before;
  const read = interpretTests(finished, side);
  if (finished !== undefined) known.set(finished, read);
  return read;
};
