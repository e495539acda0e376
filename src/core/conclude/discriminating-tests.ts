import type { Captured } from '../domain/evidence/evidence.ts';

/** Leaving out one test means scoring the whole field again. */
const MOST_TESTS = 40;
const MOST_WORK = 4_000_000;

/** Tests whose results differ between candidates; none if there are too many to leave out one by one. */
export const discriminatingTests = ({ evidence }: Captured): readonly string[] => {
  const reports = evidence.flatMap(({ tests }) =>
    tests.known && tests.value.outcomes !== undefined ? [tests.value.outcomes] : [],
  );
  const [first, ...others] = reports;
  if (first === undefined || others.length === 0) return [];
  const ids = new Set(reports.flatMap((outcomes) => Object.keys(outcomes)));
  const discriminating: string[] = [];
  for (const id of ids) {
    const outcome = Object.hasOwn(first, id) ? first[id] : undefined;
    if (others.some((outcomes) => (Object.hasOwn(outcomes, id) ? outcomes[id] : undefined) !== outcome))
      discriminating.push(id);
    if (discriminating.length > MOST_TESTS) return [];
  }
  return discriminating.length * ids.size * reports.length > MOST_WORK ? [] : discriminating.sort();
};
