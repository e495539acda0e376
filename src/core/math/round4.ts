const SCALE = 10_000;

/** JSON carries 4 decimals. Only output is rounded, and there is no negative zero. */
export const round4 = (value: number): number => {
  const scaled = value * SCALE;
  return Number.isFinite(scaled) ? Math.round(scaled) / SCALE + 0 : value;
};
