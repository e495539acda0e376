import { mapMeasured, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import type { ScoreExplanation } from '../dimension.ts';
import { countTests } from './count-tests.ts';
import type { RaceInput } from '../race-input.ts';

const REGRESSION_COST = 60;
const BONUS_PER_NEW_TEST = 0.5;
const MAX_BONUS = 10;

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
