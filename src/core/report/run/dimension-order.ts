/** Stored records are sorted by key; reports and the contract use the documented order. */
const ORDER = [
  'build',
  'tests',
  'lint',
  'diff_scope',
  'speed',
  'cost',
  'convention',
  'quality',
  'human_like',
];
const placeOf = (dimension: string): number => {
  const at = ORDER.indexOf(dimension);
  return at < 0 ? ORDER.length : at;
};

export const byDimension = (left: string, right: string): number => placeOf(left) - placeOf(right);

export const inOrder = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => byDimension(left, right)));
