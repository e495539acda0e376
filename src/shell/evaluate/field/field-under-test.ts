import type { JudgesPolicy } from '../../../core/domain/policy/judges-policy.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import { subjectId } from '../lanes/tree-lane.ts';
import type { HiddenTests } from '../../plan/load-hidden-tests.ts';
import type { Purse } from '../../panel/ask-stored.ts';
import type { PlannedSeats } from '../../panel/seat-panel.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { FieldContext } from './field-context.ts';
import type { PinnedCandidate } from './pin-field.ts';

/** Everything that is fixed before the first question of a run. */
export type FieldUnderTest = {
  readonly context: FieldContext;
  readonly base: Base;
  /** One is replaced if no test runs with the base's tests in its sources. */
  readonly candidates: PinnedCandidate[];
  /** Main lanes of the base and of every distinct source, which run first. */
  readonly lanes: readonly TreeUnderTest[];
  readonly hidden: HiddenTests | undefined;
  readonly judges: JudgesPolicy;
  /** How the quality of changes is scored. */
  readonly formula: 'change' | 'absolute';
  /** Empty if not given. */
  readonly task: string;
  readonly panel: PlannedSeats | undefined;
  /** For all questions to models that the user asked for. */
  readonly purse: Purse;
};

export const candidateNamed = (
  { candidates }: { readonly candidates: readonly PinnedCandidate[] },
  name: string,
): PinnedCandidate => {
  const found = candidates.find(({ candidate }) => candidate.name === name);
  if (found === undefined) throw new Error(`no candidate is called ${name}`);
  return found;
};

/** The main lane of a source: its build serves later questions. */
export const laneOf = ({ lanes }: FieldUnderTest, source: string): TreeUnderTest | undefined =>
  lanes.find((lane) => subjectId(lane) === source);
