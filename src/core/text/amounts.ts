/** A count with its noun. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** The first `most` names, and how many more there are. */
export const listFirst = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** Of a share of 1; at most so many decimals. */
export const percent = (share: number, decimals = 0): string =>
  `${Number((100 * share).toFixed(decimals))} %`;

/** A p-value; a small one is not rounded to 0. */
export const showP = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);
