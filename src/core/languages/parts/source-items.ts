import type { Tree } from '../../syntax/walk-nodes.ts';

/** A stretch of a source file that exists for tests alone: a test, a module of tests, a helper that only they are built with. */
export type TestItem = {
  readonly start: number;
  readonly end: number;
  /** Names of what holds it, from the outside in. */
  readonly within: readonly string[];
  /** Tells it from others there; the same in every version of the file. */
  readonly name: string;
};

/** Where the documentation of one part of the code is, or would be: examples in it are tests. */
export type ExamplePlace = {
  readonly start: number;
  readonly end: number;
  readonly within: readonly string[];
  readonly name: string;
  /** The examples' lines; empty: it has none. */
  readonly examples: string;
};

export type Holder = {
  readonly within: readonly string[];
  /** The last offset at which an item is inside. */
  readonly end: number;
  /** The module that it is, from the file's own; null: it is none. */
  readonly module: readonly string[] | null;
};

/** A source file as code and tests. */
export type DividedSource = {
  readonly items: readonly TestItem[];
  readonly documented: readonly ExamplePlace[];
  /** The file and what it holds: where further items go. */
  readonly holders: readonly Holder[];
  /** Names of the functions in the items, tests among them. */
  readonly functions: readonly string[];
  /** What only tests are built with and other files hold: a module by its name, or a file by its path from this one. */
  readonly declares: readonly { readonly name: string; readonly as: 'module' | 'path' }[];
};

/** Tells the tests inside source files from their code. */
export type SourceItems = {
  /** A text: why they cannot be told apart. */
  readonly divide: (tree: Tree) => DividedSource | string;
  /** The module whose code a file holds: files of the same module in two versions of a project belong together. */
  readonly moduleOf: (path: string) => string;
  /** Files that may declare the module of this one. */
  readonly parentsOf: (path: string) => readonly string[];
};

export const isDivided = (divided: DividedSource | string): divided is DividedSource =>
  typeof divided !== 'string';
