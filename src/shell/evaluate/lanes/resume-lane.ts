import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { Check } from '../../../core/domain/check/check.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { essence } from './result-key.ts';
import { type LaneRecord, subjectId, type TreeUnderTest } from './tree-lane.ts';

export const laneIdentity = (subject: TreeUnderTest): readonly unknown[] => [
  subjectId(subject),
  subject.tree,
  subject.limitsMs ?? null,
  subject.ownInstall,
];

/** For results that depend on the machine as much as on the tree; they are valid within this run only. */
export const keyWithinRun = ({ tools }: FieldContext, { subject }: LaneRecord, key: string): string =>
  tools.digest(canonicalJson(['run-1', tools.run.id, key, laneIdentity(subject)]));

/** Key of the workspace after a check (no check: after its own installation), from everything that led to it. */
export const frozenKey = (
  context: FieldContext,
  subject: TreeUnderTest,
  after: Check | undefined,
): string => {
  const checks = checksOf(context, subject);
  const done = after === undefined ? [] : checks.slice(0, checks.indexOf(after) + 1);
  return context.tools.digest(
    canonicalJson(['frozen-1', laneIdentity(subject), done.map(essence), context.around]),
  );
};

/** Key of the workspace as a lane leaves it. */
export const keptKey = (context: FieldContext, subject: TreeUnderTest): string =>
  frozenKey(context, subject, checksOf(context, subject).at(-1));

/** Whether a lane can resume after its last finished check; otherwise it starts over. */
export const resumeFromFrozen = async (
  context: FieldContext,
  record: LaneRecord,
  after: Check | undefined,
): Promise<boolean> => {
  if (!context.options.resumed) return false;
  const key = frozenKey(context, record.subject, after);
  if (!(await context.tools.dispatcher.hasKept(key))) return false;
  record.frozen = key;
  return true;
};
