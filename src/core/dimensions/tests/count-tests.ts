import type { TestOutcome } from '../../domain/check/test-report.ts';
import type { RaceInput } from '../race-input.ts';
import type { Counted } from '../dimension.ts';

/** How many of each kind are named; fewer passing tests, since readers do not look for them. */
const MOST = 20;
const MOST_PASSED = 5;

/** Runners print the last part of a test's id; reports in JSON escape it. */
const asCounted = (id: string): Counted => {
  const title = id.split(' > ').at(-1) ?? id;
  return { text: id, find: [...new Set([title, JSON.stringify(title).slice(1, -1)])] };
};

type Outcomes = Readonly<Record<string, TestOutcome>>;

const outcomesOf = ({ tests }: RaceInput['baseline']): Outcomes =>
  tests.known ? (tests.value.outcomes ?? {}) : {};

const idsWhere = (outcomes: Outcomes, wanted: (id: string) => boolean, most: number): readonly Counted[] => {
  const found: Counted[] = [];
  for (const id of Object.keys(outcomes)) {
    if (found.length === most) break;
    if (wanted(id)) found.push(asCounted(id));
  }
  return found;
};

/** The tests behind each number, as far as reports list them. */
export const countTests = ({
  baseline,
  candidate,
  tests,
}: Pick<RaceInput, 'baseline' | 'candidate' | 'tests'>): Readonly<Record<string, readonly Counted[]>> => {
  const [before, now] = [outcomesOf(baseline), outcomesOf(candidate)];
  const { regressedIds = [], droppedIds = [] } = tests.known ? tests.value : {};
  return {
    passed: idsWhere(now, (id) => now[id] === 'passed', MOST_PASSED),
    regressed: regressedIds.map(asCounted),
    dropped: droppedIds.map((id) => ({ ...asCounted(id), of: 'baseline' })),
    new: idsWhere(now, (id) => !Object.hasOwn(before, id) && now[id] !== 'skipped', MOST),
    base_passed: idsWhere(before, (id) => before[id] === 'passed', MOST_PASSED),
  };
};
