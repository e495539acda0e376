import type { Surrounding } from '../../domain/flags/surroundings.ts';

/** By code without comments and strings; with names followed, also by what a name stands for. */
export type SurroundingPatterns = Readonly<Partial<Record<Surrounding, RegExp>>>;

/** A line that only code that knows of its tests has, for languages whose names are not followed. */
export type TestAware = {
  readonly flag: 'runner-detected' | 'harness-patched' | 'exit-hook';
  readonly rule: string;
  /** Matched line by line, without comments. */
  readonly line?: RegExp;
  /** And one of the lines around has it. */
  readonly near?: RegExp;
  /** Instead: code over several lines that defines, once each, a name for tests and the same name for everyone else. */
  readonly twins?: readonly [RegExp, RegExp];
  readonly sentence: string;
};
