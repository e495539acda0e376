import { NO_CONTROL } from '../../../core/next-work/base-repeat.ts';
import type { FieldContext } from '../field/field-context.ts';
import { type PreparedControl, prepareControl, runsToTheEnd } from './prepare-control.ts';
import { subjectId, type TreeUnderTest } from '../lanes/tree-lane.ts';
import type { Base } from '../../ports/git-repository.ts';

/** A control, or why there is none. */
export type PlannedControl =
  | { readonly ok: true; readonly control: PreparedControl }
  | { readonly ok: false; readonly reason: string };

const none = (reason: string): PlannedControl => ({ ok: false, reason });

export const planControl = async (context: FieldContext, base: Base): Promise<PlannedControl> => {
  const { plan, tools } = context;
  if (!plan.checks.some(({ kind }) => kind === 'test')) return none(NO_CONTROL.noTests);
  if (plan.selectTests === null) return none(NO_CONTROL.noFiles);
  if (!runsToTheEnd(plan)) return none('the test command stops at the first failure');
  const control = await prepareControl(tools, base);
  return control === null
    ? none('no test file of the base has an expectation that can be changed by its syntax')
    : { ok: true, control };
};

/** The same lanes with the control's files among every candidate's tests. */
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
