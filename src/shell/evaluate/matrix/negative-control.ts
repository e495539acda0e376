import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import { captureField } from '../lanes/capture-field.ts';
import type { FieldContext } from '../field/field-context.ts';
import { type PreparedControl, prepareControl, runsToTheEnd } from './prepare-control.ts';
import { subjectId, type TreeUnderTest } from '../lanes/tree-lane.ts';
import type { Base } from '../../ports/git-repository.ts';
import { type FieldState, namedBaseline, namedTests } from '../field/field-state.ts';

/** A control, or why there is none. */
export type PlannedControl =
  | { readonly ok: true; readonly control: PreparedControl }
  | { readonly ok: false; readonly reason: string };

const none = (reason: string): PlannedControl => ({ ok: false, reason });

export const planControl = async (context: FieldContext, base: Base): Promise<PlannedControl> => {
  const { plan, tools } = context;
  if (!plan.checks.some(({ kind }) => kind === 'test')) return none('there is no test command');
  if (plan.selectTests === null) return none('the test command is not one runner that takes files');
  if (!runsToTheEnd(plan)) return none('the test command stops at the first failure');
  const control = await prepareControl(tools, base);
  return control === null
    ? none('no test file of the base has an expectation that can be changed by its syntax')
    : { ok: true, control };
};

/** The same lanes with the control's files among the tests of every candidate. */
export const withControl = (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
  planned: PlannedControl,
): readonly TreeUnderTest[] => {
  if (!planned.ok) return subjects;
  const { changes, mark } = planned.control;
  const content = context.tools.digest(JSON.stringify(changes.map(({ path, blob }) => [path, blob])));
  return subjects.map((subject) =>
    subject.side === 'baseline'
      ? subject
      : {
          ...subject,
          id: subjectId(subject),
          tree: `${subject.tree}+${content}`,
          control: changes,
          controlMark: mark,
        },
  );
};

/** The control must not have cost other tests their run. */
const isWhole = (first: TestReport, second: TestReport): boolean =>
  Object.keys(first.outcomes ?? {}).every((id) => Object.hasOwn(second.outcomes ?? {}, id));

const settle = (state: FieldState, reason: string, applied: boolean): void => {
  state.controls.push({ id: 'negative-control', state: applied ? 'applied' : 'not-applied', reason });
};

/** Holds the control against the base: what fails there must fail everywhere. Answers whether lanes have to run again without it. */
export const validateControl = (
  state: FieldState,
  planned: PlannedControl,
  second: TreeEvidence | undefined,
): 'keep' | 'again' => {
  if (!planned.ok) {
    settle(state, planned.reason, false);
    return 'keep';
  }
  const [first, again] = [namedBaseline(state), namedTests(second)];
  if (first === null || again === null || second?.control === undefined) {
    settle(state, 'the base gives no results by id', false);
    return 'keep';
  }
  if (!isWhole(first, again)) {
    settle(state, 'tests of the base do not run beside a failing one', false);
    return 'again';
  }
  const outcomes = first.outcomes ?? {};
  const expected = second.control.failed.filter(
    (id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'passed',
  );
  const files = planned.control.originals.join(', ');
  if (expected.length === 0) settle(state, `no copy in ${files} fails on the base`, false);
  else settle(state, `${expected.length} copies of tests in ${files} have to fail`, true);
  state.control = { files: [...planned.control.originals], expected };
  return 'keep';
};

/** Where the control disturbed the suite, everybody runs once more without it. */
export const runAgainWithout = async (
  context: FieldContext,
  state: FieldState,
  subjects: readonly TreeUnderTest[],
): Promise<void> => {
  const lanes = subjects.filter(({ side }) => side === 'candidate');
  for (const [tree, evidence] of await captureField(context, lanes)) state.trees.set(tree, evidence);
};
