import type { Conclusion } from '../../core/domain/conclusion.ts';
import type { Captured } from '../../core/domain/evidence.ts';
import type { TreeUnderTest } from '../capture/tree-lane.ts';

/** Where nobody may win, those whose only fault is an adapted timeout get the whole configured time. */
export const hungOnly = (
  captured: Captured,
  conclusion: Conclusion,
  subjects: readonly TreeUnderTest[],
): readonly TreeUnderTest[] => {
  const gatesOf = new Map(conclusion.rankings.map(({ agent, gates }) => [agent, gates]));
  const trees = new Set<string>();
  for (const { candidate, runs, tree } of captured.evidence) {
    const late = runs.filter(({ check, outcome }) => outcome.status === 'timed-out' && outcome.timeoutMs < check.timeoutMs);
    const kinds = new Set(late.map(({ check }) => (check.kind === 'test' ? 'tests' : check.kind)));
    const gates = gatesOf.get(candidate.name) ?? [];
    if (late.length > 0 && gates.every((gate) => kinds.has(gate as never))) trees.add(tree);
  }
  return subjects.filter(({ tree }) => trees.has(tree)).map((subject) => ({ ...subject, patient: true }));
};
