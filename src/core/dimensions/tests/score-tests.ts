import type { TestOutcome } from '../../domain/check/test-report.ts';
import { mapMeasured, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import type { Counted, ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const REGRESSION_COST = 60;
const BONUS_PER_NEW_TEST = 0.5;
const MAX_BONUS = 10;

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
const countTests = ({
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

export const explainTests: ScoreExplanation = {
  formula: `100 × passed ÷ (ran + dropped) − ${REGRESSION_COST} × regressed ÷ base_passed + min(${MAX_BONUS}, ${BONUS_PER_NEW_TEST} × new), from 0 to 100; 0 if the policy fails on dropped tests and one is dropped`,
  inputs: ({ tests, policy, baseline, candidate }) => {
    if (!tests.known) return [];
    const { basePassed, passed, ran, regressed, dropped, added } = tests.value;
    const own = { passed, ran, regressed, dropped, new: added };
    const { base_passed: ofBase = [], ...counted } = countTests({ tests, baseline, candidate });
    return [
      ...Object.entries(own).map(
        ([name, value]) =>
          ({ name, value, of: 'candidate', check: 'test', counts: counted[name] ?? [] }) as const,
      ),
      { name: 'base_passed', value: basePassed, of: 'baseline', check: 'test', counts: ofBase },
      { name: 'fail_on_dropped_tests', value: policy.gates.fail_on_dropped_tests, of: 'policy' },
    ];
  },
};

export const scoreTests = ({ tests, policy }: Pick<RaceInput, 'tests' | 'policy'>): Measured<number> =>
  mapMeasured(tests, ({ basePassed, passed, ran, regressed, dropped, added }) => {
    if (policy.gates.fail_on_dropped_tests && dropped > 0) return 0;
    // A dropped test counts as failed.
    const expected = ran + dropped;
    const passRate = expected === 0 ? 0 : passed / expected;
    const penalty = basePassed === 0 ? 0 : (REGRESSION_COST * regressed) / basePassed;
    const bonus = Math.min(MAX_BONUS, BONUS_PER_NEW_TEST * added);
    return clamp(100 * passRate - penalty + bonus, 0, 100);
  });
