import type { LabCandidate, LabTask, LabChoice } from '../selector.ts';

/** Names the candidate with the highest value; of several, the first by name. */
export const bestBy = (
  { candidates }: LabTask,
  valueOf: (candidate: LabCandidate) => number,
  describe: (value: number) => string,
): LabChoice => {
  const valued = candidates.map((candidate) => ({ name: candidate.name, value: valueOf(candidate) }));
  const best = Math.max(...valued.map(({ value }) => value));
  const leading = valued.flatMap(({ name, value }) => (value === best ? [name] : [])).toSorted();
  const shared = leading.length === 1 ? '' : `, as ${leading.length - 1} more`;
  return {
    probabilities: null,
    pick: leading[0] ?? null,
    leading,
    reason: `${leading[0] ?? 'none'} ${describe(best)}${shared}`,
  };
};
