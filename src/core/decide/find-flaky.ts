import type { TestReport } from '../domain/check/test-report.ts';

/** Ids whose outcome differs between two runs of one tree; a test that is missing from one run is not evidence. */
export const findFlaky = (first: TestReport, second: TestReport): string[] => {
  const [before, after] = [first.outcomes ?? {}, second.outcomes ?? {}];
  return Object.keys(before)
    .filter((id) => Object.hasOwn(after, id) && before[id] !== after[id])
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
