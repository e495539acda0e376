/** Of a sample; 0 for a single value. */
export const variance = (values: readonly number[]): number => {
  if (values.length < 2) return 0;
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
};
