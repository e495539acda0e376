import type { Cell } from '../domain/evidence/matrix.ts';
import { measured, type Measured } from '../domain/measured.ts';
import type { TaskFile, TaskTests } from '../domain/bench/bench-task.ts';
import type { TaskCells } from '../domain/bench/task-result.ts';
import type { CheckVerdict } from '../domain/experiment/trial.ts';
import { listFirst } from '../text/amounts.ts';

const MOST_NAMED = 5;

/** What a change must achieve: each test that is to be fixed; a command counts as one. */
export const hiddenCheckNames = ({ fail_to_pass }: TaskFile['tests']): readonly string[] =>
  Array.isArray(fail_to_pass) ? fail_to_pass : ['fail_to_pass'];

const namesOf = (tests: TaskTests, name: string): readonly string[] =>
  Array.isArray(tests) ? tests : [name];

/** A reason for each test that does not pass; a test that did not run has not passed. */
const unmet = (tests: TaskTests, name: string, seen: Measured<Cell>): ReadonlyMap<string, string> => {
  const asked = namesOf(tests, name);
  if (!seen.known) return new Map(asked.map((id) => [id, seen.reason]));
  const green = new Set(seen.value.passed);
  if (!Array.isArray(tests)) return new Map(green.size > 0 ? [] : [[name, 'the command does not hold']]);
  const failed = new Set(seen.value.failed);
  return new Map(
    asked
      .filter((id) => !green.has(id))
      .map((id) => [id, failed.has(id) ? 'the test fails' : 'no test of this name ran to its end']),
  );
};

const brokenBy = (unkept: ReadonlyMap<string, string>): string | null =>
  unkept.size === 0 ? null : `what passed before does not: ${listFirst([...unkept.keys()], MOST_NAMED)}`;

/**
 * Hidden tests as checks, scored as in the benchmark: one for each test that is to be fixed, and none of them passes
 * if something that passed before is broken. A failure that no change caused is not a verdict.
 */
export const checkHiddenTests = (
  tests: TaskFile['tests'],
  { fail_to_pass, pass_to_pass }: TaskCells,
): Measured<readonly CheckVerdict[]> => {
  const nothingToKeep = Array.isArray(tests.pass_to_pass) && tests.pass_to_pass.length === 0;
  const kept: Measured<Cell> = nothingToKeep
    ? measured({ passed: [], failed: [], skipped: [] })
    : pass_to_pass;
  for (const seen of [fail_to_pass, kept]) if (!seen.known && seen.cause !== 'candidate') return seen;
  const unfixed = unmet(tests.fail_to_pass, 'fail_to_pass', fail_to_pass);
  const broken = brokenBy(unmet(tests.pass_to_pass, 'pass_to_pass', kept));
  return measured(
    hiddenCheckNames(tests).map((name) => {
      const reason = unfixed.get(name) ?? broken;
      return { name, passed: reason === null, reason: reason ?? 'passes' };
    }),
  );
};
