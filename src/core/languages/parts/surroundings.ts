import type { Surrounding } from '../../domain/flags/surroundings.ts';

/** By code without comments and strings; with names followed, also by what a name stands for. */
export type SurroundingPatterns = Readonly<Partial<Record<Surrounding, RegExp>>>;

/**
 * Everything of a language and its machine that can tell one run from another is too much to list by its uses. So what a
 * change newly loads must be known to depend on its input alone, and what needs no loading is named here.
 */
export type OuterNames = {
  /** Modules that one line loads; null: the line loads none. */
  loads(line: string): readonly string[] | null;
  /** Modules whose results depend on what they are given. */
  readonly pure: RegExp;
  /** Modules of the project by their spelling; others are known by their place in the tree. */
  readonly own?: RegExp;
  /** By code without comments and strings. */
  readonly names: RegExp;
  /** By lines as they stand. */
  readonly lines?: RegExp;
};

/** The modules that a pattern finds in its groups. */
export const loadedBy =
  (pattern: RegExp) =>
  (line: string): readonly string[] | null => {
    const found = pattern.exec(line);
    return found === null ? null : found.slice(1).filter((one) => one !== undefined);
  };

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
