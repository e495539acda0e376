import { type FinishedCheck, interpretTests } from '../../../core/parse/interpret-checks.ts';
import { setControlAside } from '../../../core/parse/set-control-aside.ts';
import type { TreeUnderTest } from './tree-lane.ts';

type Read = ReturnType<typeof setControlAside>;

/** A report is large and needed several times: when a check ends, and when its lane does. */
const known = new WeakMap<FinishedCheck, Read>();

/** The test report of a lane, without the copies that are expected to fail. */
export const readLaneTests = (
  finished: FinishedCheck | undefined,
  { side, controlMark }: Pick<TreeUnderTest, 'side' | 'controlMark'>,
): Read => {
  const before = finished === undefined ? undefined : known.get(finished);
  if (before !== undefined) return before;
  const read = setControlAside(interpretTests(finished, side), controlMark);
  if (finished !== undefined) known.set(finished, read);
  return read;
};
