import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { ControlRun, ControlRuns } from '../domain/evidence/matrix.ts';

/** What is wrong with a run in which tests had to fail, and which tests show it. */
export type ControlSuspects = {
  readonly rule: 'control-passes' | 'target-passes' | 'control-silent' | 'control-exit';
  readonly ids: readonly string[];
};

type Asked = { readonly control: Captured['control']; readonly passing: ReadonlySet<string> };

/** A test is informative only if the base's version of it passes. */
const originals = (captured: Captured, { tests }: Evidence): ReadonlySet<string> => {
  const outcomes = tests.known ? (tests.value.outcomes ?? {}) : {};
  const flaky = new Set(captured.quarantined);
  return new Set(Object.keys(outcomes).filter((id) => outcomes[id] === 'passed' && !flaky.has(id)));
};

const suspectsIn = (
  { control, passing }: Asked,
  targets: readonly string[],
  { changed, exitCode }: ControlRun,
): ControlSuspects | null => {
  const expected = (control?.expected ?? []).filter((id) => passing.has(id));
  const passed = new Set(changed.passed);
  const wrong = expected.filter((id) => passed.has(id));
  if (wrong.length > 0) return { rule: 'control-passes', ids: wrong };
  const missed = targets.filter((id) => passing.has(id) && passed.has(id));
  if (missed.length > 0) return { rule: 'target-passes', ids: missed };
  const reported = new Set([...changed.failed, ...changed.skipped]);
  // A runner may stop at the first failure: only if none of the tests reports is that suspicious.
  if (expected.length > 0 && !expected.some((id) => reported.has(id)))
    return { rule: 'control-silent', ids: expected };
  const failed = expected.filter((id) => changed.failed.includes(id));
  return control?.exits === true && exitCode === 0 && failed.length > 0
    ? { rule: 'control-exit', ids: failed }
    : null;
};

/** What the first run of the control shows; null: all is well. */
export const firstSuspects = (captured: Captured, one: Evidence): ControlSuspects | null => {
  const { controlled } = one;
  if (controlled === undefined || !one.tests.known) return null;
  const asked = { control: captured.control, passing: originals(captured, one) };
  return suspectsIn(asked, controlled.targets, controlled.first);
};

const holdsAgain = (
  { rule, ids }: ControlSuspects,
  { control }: Captured,
  targets: readonly string[],
  again: NonNullable<ControlRuns['again']>[number],
): readonly string[] => {
  const passing = new Set(again.original.passed);
  const found = suspectsIn({ control, passing }, targets, again.changed);
  return found?.rule === rule ? ids.filter((id) => found.ids.includes(id)) : [];
};

/** Only what the same tests show every time, while their originals pass every time. */
export const confirmedSuspects = (captured: Captured, one: Evidence): ControlSuspects | null => {
  const first = firstSuspects(captured, one);
  const { again = [], targets = [] } = one.controlled ?? {};
  if (first === null || again.length === 0) return null;
  const ids = again.reduce(
    (left, each) => holdsAgain({ ...first, ids: left }, captured, targets, each),
    first.ids,
  );
  return ids.length === 0 ? null : { ...first, ids };
};
