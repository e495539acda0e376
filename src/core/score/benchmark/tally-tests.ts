import type { BenchmarkFacts } from '../../domain/bench/benchmark-facts.ts';
import { mapMeasured, measured, type Measured } from '../../domain/measured.ts';
import type { Cell } from '../../domain/evidence/matrix.ts';
import type { TaskTests } from '../../domain/bench/bench-task.ts';
import type { TaskCells } from '../../domain/bench/task-result.ts';

export type Tally = { readonly passed: number; readonly total: number };

/** A test that did not run has not passed; a command is one test. */
export const tallyTests = (tests: TaskTests, seen: Measured<Cell>): Measured<Tally> => {
  if (!Array.isArray(tests))
    return mapMeasured(seen, ({ passed }) => ({ passed: passed.length > 0 ? 1 : 0, total: 1 }));
  if (tests.length === 0) return measured({ passed: 0, total: 0 });
  return mapMeasured(seen, ({ passed }) => {
    const green = new Set(passed);
    return { passed: tests.filter((id) => green.has(id)).length, total: tests.length };
  });
};

export const tallyTask = (
  tests: { readonly fail_to_pass: TaskTests; readonly pass_to_pass: TaskTests },
  seen: TaskCells,
): BenchmarkFacts['tests'] =>
  measured({
    fail_to_pass: tallyTests(tests.fail_to_pass, seen.fail_to_pass),
    pass_to_pass: tallyTests(tests.pass_to_pass, seen.pass_to_pass),
  });
