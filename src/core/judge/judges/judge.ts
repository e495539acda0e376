/** One reviewer. `judges.ts` lists them all; each votes on every change, and their mean is `human_like`. */
export type Judge = {
  /** Name in votes and traces. */
  readonly id: string;
  /** What it looks at, as a line of its prompt. */
  readonly instruction: string;
};
