const SCALE = 10_000;

/** JSON has 4 decimals. Only output is rounded, and there is no negative zero. */
export const round4 = (value: number): number => {
  const scaled = value * SCALE;
  return Number.isFinite(scaled) ? Math.round(scaled) / SCALE + 0 : value;
};

export const roundAll = <T extends number | null | undefined>(
  record: Readonly<Record<string, T>>,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'number' ? round4(value) : value]),
  ) as Record<string, T>;
