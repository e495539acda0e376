import type { ConventionFacts } from '../../domain/source/convention-facts.ts';
import { measured, type Measured } from '../../domain/measured.ts';

const SCORE_OF = { clean: 1, noisy: 0.6, failing: 0.2 } as const;

/** Tests come first: lint and types count only if some tests ran and none failed. */
export const scoreExecSignals = ({ exec }: Pick<ConventionFacts, 'exec'>): Measured<number> => {
  if (!exec.known) return exec;
  const { lint_errors: lint, type_errors: types, tests_passed: passed, tests_failed: failed } = exec.value;
  if (!failed.known) return failed;
  if (failed.value > 0) return measured(SCORE_OF.failing);
  if (!passed.known) return passed;
  if (passed.value === 0) return measured(SCORE_OF.failing);
  if ((lint.known && lint.value > 0) || (types.known && types.value > 0)) return measured(SCORE_OF.noisy);
  if (!lint.known) return lint;
  return types.known ? measured(SCORE_OF.clean) : types;
};
