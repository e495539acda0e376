/**
 * Interval of a mean of differences, each from -1 to 1, that are all alike. With n of n alike, a share of at least
 * (1 - confidence) / 2 to the power of 1 / n of all tasks is so (Clopper and Pearson); the others may be anything.
 */
export const alikeInterval = (
  deltas: readonly number[],
  confidence: number,
): { readonly low: number | null; readonly high: number | null } => {
  const [seen] = deltas;
  if (seen === undefined) return { low: null, high: null };
  const share = ((1 - confidence) / 2) ** (1 / deltas.length);
  return { low: share * seen - (1 - share), high: share * seen + (1 - share) };
};
