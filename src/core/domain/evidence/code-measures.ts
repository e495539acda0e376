/** One function, method or closure with a name or body of its own; nested ones are counted apart. */
export type FunctionMeasure = {
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Cyclomatic: decisions plus one. */
  readonly complexity: number;
  /** 0..100; null if it has no code, absent if a tool that does not measure it reported the function. */
  readonly maintainability?: number | null;
};

export type Halstead = {
  readonly operators: number;
  readonly operands: number;
  readonly distinctOperators: number;
  readonly distinctOperands: number;
  readonly volume: number;
};

export type LineCounts = {
  /** Lines that contain code. */
  readonly code: number;
  readonly comments: number;
  /** Statements, and heads of compound ones. */
  readonly logical: number;
};

/** How hard one file is to read, from its syntax tree. */
export type CodeMeasures = {
  readonly functions: readonly FunctionMeasure[];
  /** Of the whole file: decisions of all functions and of the module itself, plus one. */
  readonly complexity: number;
  readonly halstead: Halstead;
  readonly lines: LineCounts;
  /** 0..100; null for a file without code. */
  readonly maintainability: number | null;
  /** The grammar did not match somewhere. */
  readonly damaged: boolean;
};
