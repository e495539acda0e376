import type { TestOutcome, TestReport } from '../domain/check/test-report.ts';

/** Separators between a container's name and the names of its tests, for all runners. */
const SEPARATOR = / > |::|[./]/g;

type Outcomes = Readonly<Record<string, TestOutcome>>;

/** The containers in `wanted` that hold this id. */
const containersOf = (id: string, wanted: ReadonlySet<string>): string[] =>
  [...id.matchAll(SEPARATOR)].map(({ index }) => id.slice(0, index)).filter((name) => wanted.has(name));

/** Ids that fail on the base and are gone here because the file or class now loads, with the tests found inside. */
const findOpened = (base: Outcomes, own: Outcomes): ReadonlyMap<string, readonly string[]> => {
  const gone = new Set(Object.keys(base).filter((id) => base[id] === 'failed' && !Object.hasOwn(own, id)));
  const inside = new Map<string, string[]>();
  if (gone.size === 0) return inside;
  for (const id of Object.keys(own)) {
    if (Object.hasOwn(base, id)) continue;
    for (const name of containersOf(id, gone)) {
      const found = inside.get(name);
      if (found === undefined) inside.set(name, [id]);
      else found.push(id);
    }
  }
  return inside;
};

const outcomeOf = (ids: readonly string[], own: Outcomes): TestOutcome => {
  if (ids.some((id) => own[id] === 'failed')) return 'failed';
  return ids.some((id) => own[id] === 'passed') ? 'passed' : 'skipped';
};

/** A file that crashes on the base is reported by its own name; here it gets the outcome of the tests it holds. */
export const openContainers = (base: TestReport, own: TestReport): TestReport => {
  if (base.outcomes === undefined || own.outcomes === undefined) return own;
  const opened = findOpened(base.outcomes, own.outcomes);
  if (opened.size === 0) return own;
  const outcomes = Object.assign(Object.create(null) as Record<string, TestOutcome>, own.outcomes);
  const counts = { passed: own.passed, failed: own.failed, skipped: own.skipped };
  for (const [name, ids] of opened) {
    const outcome = outcomeOf(ids, own.outcomes);
    outcomes[name] = outcome;
    counts[outcome] += 1;
  }
  return { ...own, ...counts, outcomes };
};

/** Tests that fail on the base, or in a file that crashes there, and pass here. */
export const newlyPassing = (base: TestReport, own: TestReport): string[] => {
  const [before, now] = [base.outcomes ?? {}, own.outcomes ?? {}];
  const plain = Object.keys(before).filter(
    (id) => before[id] === 'failed' && Object.hasOwn(now, id) && now[id] === 'passed',
  );
  const inside = [...findOpened(before, now).values()].flat().filter((id) => now[id] === 'passed');
  return [...new Set([...plain, ...inside])];
};
