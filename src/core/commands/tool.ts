import type { Segment, Word } from './command-line.ts';

/** The place of a tool's structured result. */
export type ToolReport =
  /** Into a file whose path it is given: every call gets one of its own. */
  | { readonly from: 'given-file'; readonly name: string }
  /** Our reporter appends to this file, however often it is started. */
  | { readonly from: 'own-file'; readonly name: string }
  /** On standard output; redirected to this file if other commands write there too. */
  | { readonly from: 'stdout'; readonly name: string }
  | { readonly from: 'log' }
  | { readonly from: 'workspace-files'; readonly pattern: string };

export type ProgramCall = {
  /** Wrappers, variables and interpreters, as written. */
  readonly before: Segment;
  readonly program: Word;
  readonly args: Segment;
  /** Shell text of the path for a `given-file`. */
  readonly file: string;
};

/** A test runner or linter: how it is called in commands, and how it is asked for a report. */
export type Tool = {
  readonly id: string;
  readonly names: readonly string[];
  /** A linter that checks types. */
  readonly checksTypes?: true;
  /** Id of the parser that reads its report. */
  readonly parser: string;
  readonly report: ToolReport;
  /** The segment with the reporter in it. Null: this is a use of the tool that gives no report (`jest --init`). */
  instrument(call: ProgramCall): Segment | null;
  /** The instrumented segment for some files alone, named by the word `{files}`. Absent: it only runs whole. */
  select?(call: ProgramCall): Segment | null;
  /** Programs that start it after flags of their own, such as `npx` or `poetry`. */
  readonly launchers?: readonly string[];
  /** A variable that sets its reporter, for commands that cannot be taken apart. */
  readonly byVariable?: {
    readonly looksLike: RegExp;
    readonly sets: string;
    readonly file: string;
    /** The package with which any program can run it, so a command that names no runner may. */
    readonly inside?: string;
    /** Whether a command may run it that names no runner; asked if the project depends on no other. */
    mayRun?(segments: readonly Segment[]): boolean;
  };
  /** A command that mentions it may run it, so no other runner's variable is set. */
  readonly mention?: RegExp;
};
