/** Shared members over all members; null if both sides are empty. */
export const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number | null => {
  let shared = 0;
  for (const member of left) if (right.has(member)) shared += 1;
  const all = left.size + right.size - shared;
  return all === 0 ? null : shared / all;
};
