import type { TestReport } from '../domain/check/test-report.ts';

/** Ids whose outcome differs between two runs of one tree; a test that is missing from one run is not evidence. */
export const findFlaky = (first: TestReport, second: TestReport): string[] => {
  const [before, after] = [first.outcomes ?? {}, second.outcomes ?? {}];
  return Object.keys(before)
    .filter((id) => Object.hasOwn(after, id) && before[id] !== after[id])
    .sort();
};

/** A name may contain a path, so a slash separates only where nothing else does. */
const suiteOf = (id: string): string => {
  const at = id.lastIndexOf(' > ');
  return id.slice(0, Math.max(0, at < 0 ? id.lastIndexOf('/') : at));
};

const bySuite = (ids: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const id of ids) groups.set(suiteOf(id), [...(groups.get(suiteOf(id)) ?? []), id]);
  groups.delete('');
  return groups;
};

/**
 * Of the ids of one run, those that another run of the same tests does not share because names differ each time: a port,
 * a time, a temporary folder. The same suite then has as many others. A test that is only missing may have been cut off.
 */
export const findRenamed = (first: readonly string[], second: readonly string[]): string[] => {
  const [before, after] = [new Set(first), new Set(second)];
  const gone = bySuite(first.filter((id) => !after.has(id)));
  const fresh = bySuite(second.filter((id) => !before.has(id)));
  return [...gone]
    .filter(([suite, ids]) => (fresh.get(suite)?.length ?? 0) >= ids.length)
    .flatMap(([, ids]) => ids)
    .sort();
};

/** Ids that pass on the base and fail on a candidate. */
export const findBroken = (baseline: TestReport, candidate: TestReport): string[] => {
  const [before, after] = [baseline.outcomes ?? {}, candidate.outcomes ?? {}];
  return Object.keys(before)
    .filter((id) => before[id] === 'passed' && Object.hasOwn(after, id) && after[id] === 'failed')
    .sort();
};

/** Ids that pass on the base and are not reported with a candidate, as when their file did not load. */
export const findAbsent = (baseline: TestReport, candidate: TestReport): string[] => {
  const [before, after] = [baseline.outcomes ?? {}, candidate.outcomes ?? {}];
  return Object.keys(before)
    .filter((id) => before[id] === 'passed' && !Object.hasOwn(after, id))
    .sort();
};

/** Of these, the ids that pass when their files are run once more. */
export const findUnsteady = (broken: readonly string[], again: TestReport): string[] => {
  const outcomes = again.outcomes ?? {};
  return broken.filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'passed');
};
