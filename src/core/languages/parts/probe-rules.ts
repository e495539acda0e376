import type { Syntax } from '../../syntax/syntax-view.ts';

/** Text to insert at an offset. */
export type Insertion = { readonly at: number; readonly text: string };

/** A function that other code can reach by its name. */
export type ProbedFunction = {
  /** Its path from the module, such as `Parser.read`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The insertion that makes it report its arguments when it is called. */
  readonly mark: (id: number) => readonly Insertion[];
  /** Why its calls cannot be recorded; it is not marked. */
  readonly obstacle?: string;
};

/** Plain data as JSON; anything else is an object with the tag `$`. */
export type ProbeValue =
  | null
  | boolean
  | number
  | string
  | readonly ProbeValue[]
  | { readonly [key: string]: ProbeValue };

/** How code in the text of a task is found and run. */
export type ExampleRules = {
  /** The file to put at the top of the repository; null: the text has no code. */
  read(task: string): { readonly path: string; readonly text: string } | null;
  /** `changed`: paths of the candidates' sources, which may define names that the example does not import. */
  run(program: string | null, path: string, changed: readonly string[]): string;
};

/** How calls are recorded and played back; the programs are in `reporters`. */
export type ProbeRules = {
  functions(syntax: Syntax): readonly ProbedFunction[];
  /** A changed function is often private: other functions of its file lead to it, or those that name it. */
  readonly probesNeighbours: boolean | 'callers';
  /** A file that marked functions need in their folder; absent: they need none. */
  readonly companion?: (syntax: Syntax) => { readonly name: string; readonly text: string };
  /** The test command for what these test files belong to, in a language whose runners take no files; null: it cannot be narrowed. */
  readonly narrowed?: (command: string, testFiles: readonly string[]) => string | null;
  /** Shell text before a test command that makes marked functions report. */
  readonly recording: string;
  /** Plays the inputs in a file; `program`: the program that ran the tests. */
  play(program: string | null, inputs: string, run: 1 | 2): string;
  /** A value as a literal of the language. */
  write(value: ProbeValue): string;
  /** The literal for no value, which any argument may have; absent: arguments have types, and none is optional. */
  readonly nothing?: ProbeValue;
  /** Runs a script that a candidate left behind; null: not a script. */
  script(program: string | null, path: string, text: string): string | null;
  /** Runs the code in a task's text; absent: examples in the task are not run. */
  readonly example?: ExampleRules;
  /** Output of a script that could not even start. */
  readonly setupFailure: RegExp;
};
