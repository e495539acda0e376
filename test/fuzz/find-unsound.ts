const MAX_DEPTH = 60;

/** Values that a result must never hold: a number that is NaN, or half a character. Null if all is well. */
export const findUnsound = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `the number ${value}`;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null;
  for (const key in value) {
    const found = findUnsound((value as Record<string, unknown>)[key], depth + 1);
    if (found !== null) return `${key.slice(0, 40)}: ${found}`;
  }
  return null;
};
