/** By code unit: the same on every machine, whatever its locale. */
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
