import type { TestCounts } from '../domain/race-facts.ts';
import type { TestChange } from '../domain/test-change.ts';
import type { TestOutcome } from '../domain/test-report.ts';

/** How many ids a sentence may name; a thousand broken tests need no list. */
const IDS_SHOWN = 5;

type Outcomes = Readonly<Record<string, TestOutcome>>;
type OutcomeIndex = {
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  readonly passed: number;
  readonly ran: number;
};

/** The baseline's tests, indexed once for the whole field. */
export type BaselineTests = {
  readonly counts: TestCounts;
  readonly byId: OutcomeIndex | null;
};

export const indexBaselineTests = (counts: TestCounts): BaselineTests => {
  if (counts.outcomes === undefined) return { counts, byId: null };
  const outcomes = new Map(Object.entries(counts.outcomes));
  let passed = 0;
  let ran = 0;
  for (const outcome of outcomes.values()) {
    if (outcome === 'passed') passed += 1;
    if (outcome !== 'skipped') ran += 1;
  }
  return { counts, byId: { outcomes, passed, ran } };
};

const compareCounts = (base: TestCounts, own: TestCounts): TestChange => {
  const baseRan = base.passed + base.failed;
  const ran = own.passed + own.failed;
  return {
    basePassed: base.passed,
    passed: own.passed,
    ran,
    regressed: Math.max(0, base.passed - own.passed),
    dropped: Math.max(0, baseRan - ran),
    added: Math.max(0, ran - baseRan),
    regressedIds: [],
    droppedIds: [],
  };
};

const outcomeOf = (outcomes: Outcomes, id: string): TestOutcome | undefined =>
  Object.hasOwn(outcomes, id) ? outcomes[id] : undefined;

const firstIds = (base: OutcomeIndex, counts: (before: TestOutcome, id: string) => boolean): string[] => {
  const ids: string[] = [];
  for (const [id, before] of base.outcomes) {
    if (counts(before, id)) ids.push(id);
    if (ids.length === IDS_SHOWN) break;
  }
  return ids;
};

const didNotRun = (outcome: TestOutcome | undefined): boolean =>
  outcome === undefined || outcome === 'skipped';

const compareOutcomes = (base: OutcomeIndex, own: Outcomes): TestChange => {
  let passed = 0;
  let ran = 0;
  let stillPassing = 0;
  let stillRunning = 0;
  let added = 0;
  for (const id of Object.keys(own)) {
    const now = own[id];
    if (didNotRun(now)) continue;
    const before = base.outcomes.get(id);
    ran += 1;
    if (before === undefined) added += 1;
    else if (before !== 'skipped') stillRunning += 1;
    if (now !== 'passed') continue;
    passed += 1;
    if (before === 'passed') stillPassing += 1;
  }
  const regressed = base.passed - stillPassing;
  const dropped = base.ran - stillRunning;
  const noLonger = (id: string): boolean => outcomeOf(own, id) !== 'passed';
  return {
    basePassed: base.passed,
    passed,
    ran,
    regressed,
    dropped,
    added,
    regressedIds: regressed > 0 ? firstIds(base, (before, id) => before === 'passed' && noLonger(id)) : [],
    droppedIds:
      dropped > 0
        ? firstIds(base, (before, id) => before !== 'skipped' && didNotRun(outcomeOf(own, id)))
        : [],
  };
};

/** By id where both sides name their tests, so that breaking five and adding five does not cancel out. */
export const compareTests = (base: BaselineTests, own: TestCounts): TestChange =>
  base.byId !== null && own.outcomes !== undefined
    ? compareOutcomes(base.byId, own.outcomes)
    : compareCounts(base.counts, own);
