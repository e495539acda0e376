import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { BenchmarkFacts } from '../../domain/bench/benchmark-facts.ts';

export const scoreFunctional = ({ tests }: Pick<BenchmarkFacts, 'tests'>): Measured<number> => {
  if (!tests.known) return tests;
  const { fail_to_pass: toFix, pass_to_pass: toKeep } = tests.value;
  if (!toFix.known) return toFix;
  if (toFix.value.total === 0) return missing('not-configured', 'the task has no fail_to_pass tests');
  if (!toKeep.known) return toKeep;
  const broke = toKeep.value.passed < toKeep.value.total;
  return measured(broke ? 0 : toFix.value.passed / toFix.value.total);
};
