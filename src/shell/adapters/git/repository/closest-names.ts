const MAX_NAMES = 3;
const MAX_LENGTH = 100;

/** Edit distance, one row at a time. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Names similar to a mistyped one, best first. */
export const closestNames = (wanted: string, names: readonly string[]): readonly string[] => {
  if (wanted.length > MAX_LENGTH) return [];
  const target = wanted.toLowerCase();
  const allowed = Math.max(2, Math.floor(wanted.length / 3));
  return names
    .filter((name) => name.length <= MAX_LENGTH)
    .map((name) => {
      const known = name.toLowerCase();
      const ends = known.endsWith(`/${target}`) || (target.length > 2 && known.startsWith(target));
      return { name, far: ends ? 0.5 : distance(target, known) };
    })
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
};
