/** Of k runs drawn from those made: at least one solves the task (`any`), or all do (`all`). */
export type PassChances = { readonly any: number; readonly all: number };

/**
 * For k from 1 to the number asked for, unbiased: 1 − C(n−c, k) / C(n, k) and C(c, k) / C(n, k) with c of n runs solved.
 * Unknown for k above the number of runs.
 */
export const passChances = (runs: number, solved: number, upTo: number): readonly PassChances[] => {
  const chances: PassChances[] = [];
  let none = 1;
  let all = 1;
  for (let drawn = 0; drawn < Math.min(upTo, runs); drawn += 1) {
    none *= Math.max(0, runs - solved - drawn) / (runs - drawn);
    all *= Math.max(0, solved - drawn) / (runs - drawn);
    chances.push({ any: 1 - none, all });
  }
  return chances;
};
