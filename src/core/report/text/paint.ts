/** Colours, passed in by the owner of the terminal; the core only decides what is good or bad. */
export type Paint = {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly accent: (text: string) => string;
};

const same = (text: string): string => text;

export const plainPaint: Paint = { bold: same, dim: same, good: same, bad: same, warn: same, accent: same };
