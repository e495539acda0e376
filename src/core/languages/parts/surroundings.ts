import type { Surrounding } from '../../domain/flags/surroundings.ts';

/** By code without comments and strings; if names are followed, also by what a name refers to. */
export type SurroundingPatterns = Readonly<Partial<Record<Surrounding, RegExp>>>;

/**
 * A language and its machine have too many ways to distinguish runs to list every use. So any module that a change
 * newly loads must be known to depend on its input alone; anything that needs no loading is listed here.
 */
export type OuterNames = {
  /** Modules that one line loads; null: the line loads none. */
  loads(line: string): readonly string[] | null;
  /** Modules whose results depend on their arguments alone. */
  readonly pure: RegExp;
  /** Modules of the project by their spelling; others are known by their place in the tree. */
  readonly own?: RegExp;
  /** By code without comments and strings. */
  readonly names: RegExp;
  /** By unmodified lines. */
  readonly lines?: RegExp;
};

/** The modules that a pattern finds in its groups. */
export const loadedBy =
  (pattern: RegExp) =>
  (line: string): readonly string[] | null => {
    const found = pattern.exec(line);
    return found === null ? null : found.slice(1).filter((one) => one !== undefined);
  };

/** A line that only test-aware code has, for languages whose names are not followed. */
export type TestAware = {
  readonly flag: 'runner-detected' | 'harness-patched' | 'exit-hook';
  readonly rule: string;
  /** Matched line by line, without comments. */
  readonly line?: RegExp;
  /** Additionally, one of the surrounding lines must match. */
  readonly near?: RegExp;
  /** Instead: code over several lines that defines a name once for tests and once for everything else. */
  readonly twins?: readonly [RegExp, RegExp];
  readonly sentence: string;
};
