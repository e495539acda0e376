/** What a result should not depend on, in words that follow “it”. */
export const SURROUNDINGS = {
  variables: 'reads variables of the environment',
  arguments: 'reads the arguments of its process',
  stack: 'reads its call stack',
  modules: 'looks at what else is loaded',
  clock: 'reads the clock',
  place: 'asks where or how it runs',
  state: 'remembers something from one call to the next',
  equality: 'decides itself what its results are equal to, or computes them when they are looked at',
} as const;

export type Surrounding = keyof typeof SURROUNDINGS;

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
