import type { Cell } from '../domain/evidence/matrix.ts';
import type { Measured } from '../domain/measured.ts';
import type { TaskTests } from '../domain/bench/bench-task.ts';
import type { TaskCells } from '../domain/bench/task-result.ts';

export type TaskTestLists = { readonly fail_to_pass: TaskTests; readonly pass_to_pass: TaskTests };

/** Which of the tests a tree passes; a test that did not run has not passed. */
const passing = (tests: TaskTests, seen: Measured<Cell>): ReadonlyMap<string, boolean> => {
  const green = new Set(seen.known ? seen.value.passed : []);
  return Array.isArray(tests)
    ? new Map(tests.map((id) => [id, green.has(id)]))
    : new Map([[tests.command, green.size > 0]]);
};

const MOST_NAMED = 30;

const ranIn = (seen: Measured<Cell>): readonly string[] =>
  seen.known ? [...seen.value.passed, ...seen.value.failed, ...seen.value.skipped] : [];

const whyNot = (tests: TaskTests, id: string, seen: Measured<Cell>): string => {
  if (!seen.known) return ` (${seen.reason})`;
  return !Array.isArray(tests) || ranIn(seen).includes(id) ? '' : ' (no test of this name ran)';
};

/** Names that help to fix a list of tests of which some never ran. */
const namesOf = (tests: TaskTests, seen: Measured<Cell>): readonly string[] => {
  const ran = ranIn(seen);
  if (!Array.isArray(tests) || ran.length === 0 || tests.every((id) => ran.includes(id))) return [];
  return [`with gold.patch there ran: ${ran.slice(0, MOST_NAMED).join(', ')}`];
};

type Expectation = {
  readonly tests: TaskTests;
  readonly seen: Measured<Cell>;
  readonly shouldPass: boolean;
  readonly what: string;
};

const unexpected = ({ tests, seen, shouldPass, what }: Expectation): readonly string[] =>
  [...passing(tests, seen)]
    .filter(([, passes]) => passes !== shouldPass)
    .map(([id]) => `${id} ${what}${shouldPass ? whyNot(tests, id, seen) : ''}`);

/** A task is sound if the reference passes everything and an empty change fails what is to be fixed. */
export const proveTask = (
  { fail_to_pass, pass_to_pass }: TaskTestLists,
  { empty, gold }: { readonly empty: TaskCells; readonly gold: TaskCells },
): readonly string[] => [
  ...unexpected({
    tests: fail_to_pass,
    seen: empty.fail_to_pass,
    shouldPass: false,
    what: 'passes without any change: it asks for nothing',
  }),
  ...unexpected({
    tests: pass_to_pass,
    seen: empty.pass_to_pass,
    shouldPass: true,
    what: 'does not pass before any change',
  }),
  ...unexpected({
    tests: fail_to_pass,
    seen: gold.fail_to_pass,
    shouldPass: true,
    what: 'does not pass with gold.patch',
  }),
  ...unexpected({
    tests: pass_to_pass,
    seen: gold.pass_to_pass,
    shouldPass: true,
    what: 'is broken by gold.patch',
  }),
  ...new Set([...namesOf(fail_to_pass, gold.fail_to_pass), ...namesOf(pass_to_pass, gold.pass_to_pass)]),
];
