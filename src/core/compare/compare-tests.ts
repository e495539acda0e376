import type { TestCounts } from '../domain/run/race-facts.ts';
import type { TestChange } from '../domain/candidate/test-change.ts';
import { type TestOutcome, WHOLE_COMMAND } from '../domain/check/test-report.ts';

/** How many ids a sentence may name. */
const IDS_SHOWN = 5;

type ToldCounts = NonNullable<TestCounts['told']>;
type Outcomes = Readonly<Record<string, TestOutcome>>;
type OutcomeIndex = {
  readonly ids: readonly string[];
  readonly outcomes: Outcomes;
  readonly passed: number;
  readonly ran: number;
};

/** The baseline's tests, indexed once for all candidates. */
export type BaselineTests = {
  readonly counts: TestCounts;
  readonly byId: OutcomeIndex | null;
};

/** Without a prototype: an id such as `constructor` is found only if a report lists it. */
const bare = (outcomes: Outcomes): Outcomes => Object.assign(Object.create(null) as Outcomes, outcomes);

export const indexBaselineTests = (counts: TestCounts): BaselineTests => {
  if (counts.outcomes === undefined) return { counts, byId: null };
  const outcomes = bare(counts.outcomes);
  const ids = Object.keys(outcomes);
  const passed = ids.filter((id) => outcomes[id] === 'passed').length;
  const ran = ids.filter((id) => outcomes[id] !== 'skipped').length;
  return { counts, byId: { ids, outcomes, passed, ran } };
};

const compareCounts = (base: ToldCounts, own: ToldCounts): TestChange => {
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

const isOutcome = (value: unknown): boolean =>
  value === 'passed' || value === 'failed' || value === 'skipped';

const ranAs = (outcome: TestOutcome | undefined): boolean => outcome === 'passed' || outcome === 'failed';

const firstIds = (ids: readonly string[], wanted: (id: string) => boolean): string[] => {
  const found: string[] = [];
  for (const id of ids) {
    if (found.length === IDS_SHOWN) break;
    if (wanted(id)) found.push(id);
  }
  return found;
};

/** The candidate's results for the baseline's tests: one lookup each. */
const followKnown = (base: OutcomeIndex, own: Outcomes) => {
  const seen = { known: 0, passed: 0, ran: 0, stillPassing: 0, stillRunning: 0 };
  for (const id of base.ids) {
    const now = own[id];
    if (!isOutcome(now)) continue;
    seen.known += 1;
    if (now === 'skipped') continue;
    const before = base.outcomes[id];
    seen.ran += 1;
    if (before !== 'skipped') seen.stillRunning += 1;
    if (now !== 'passed') continue;
    seen.passed += 1;
    if (before === 'passed') seen.stillPassing += 1;
  }
  return seen;
};

const findAdded = (base: OutcomeIndex, own: Outcomes, ids: readonly string[]) => {
  const added = ids.filter((id) => base.outcomes[id] === undefined && ranAs(own[id]));
  return { ran: added.length, passed: added.filter((id) => own[id] === 'passed').length };
};

const NONE_ADDED = { ran: 0, passed: 0 } as const;

const compareOutcomes = (base: OutcomeIndex, own: Outcomes): TestChange => {
  const seen = followKnown(base, own);
  const ids = Object.keys(own);
  const added = ids.length > seen.known ? findAdded(base, own, ids) : NONE_ADDED;
  const regressed = base.passed - seen.stillPassing;
  const dropped = base.ran - seen.stillRunning;
  const noLongerPasses = (id: string): boolean => base.outcomes[id] === 'passed' && own[id] !== 'passed';
  const noLongerRuns = (id: string): boolean => ranAs(base.outcomes[id]) && !ranAs(own[id]);
  return {
    basePassed: base.passed,
    passed: seen.passed + added.passed,
    ran: seen.ran + added.ran,
    regressed,
    dropped,
    added: added.ran,
    regressedIds: regressed > 0 ? firstIds(base.ids, noLongerPasses) : [],
    droppedIds: dropped > 0 ? firstIds(base.ids, noLongerRuns) : [],
  };
};

const failsAsAWhole = ({ outcomes }: TestCounts): boolean =>
  outcomes !== undefined && Object.hasOwn(outcomes, WHOLE_COMMAND) && outcomes[WHOLE_COMMAND] === 'failed';

const totalOf = ({ passed, failed, skipped }: ToldCounts): number => passed + failed + skipped;

/** Only if both commands fail, and their output counts the same tests, are printed numbers compared. */
const compareTold = (base: TestCounts, own: TestCounts): TestChange | null =>
  base.told !== undefined &&
  own.told !== undefined &&
  totalOf(base.told) === totalOf(own.told) &&
  failsAsAWhole(base) &&
  failsAsAWhole(own)
    ? compareCounts(base.told, own.told)
    : null;

/** By id if both sides list their tests, so that breaking five and adding five does not cancel out. */
export const compareTests = (base: BaselineTests, own: TestCounts): TestChange =>
  compareTold(base.counts, own) ??
  (base.byId !== null && own.outcomes !== undefined
    ? compareOutcomes(base.byId, own.outcomes)
    : compareCounts(base.counts, own));
