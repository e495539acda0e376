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

/** For results that say as much of this machine as of the tree: they hold in the run that saw them. */
export const keyWithinRun = ({ tools }: FieldContext, { subject }: LaneRecord, key: string): string =>
  tools.digest(canonicalJson(['run-1', tools.run.id, key, laneIdentity(subject)]));

/** A workspace after a check, or after its own installation where none is named, by all that led to it. */
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

/** Lets a lane go on where it was killed; false where it has to begin anew. */
export const standOnFrozen = async (
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
