import type { Syntax } from '../../syntax/syntax-view.ts';
import type { Surrounding } from '../../domain/flags/surroundings.ts';

/** By code without comments and strings; if names are followed, also by what a name refers to. */
export type SurroundingPatterns = Readonly<Partial<Record<Surrounding, RegExp>>>;

/** Names that no file declares, and how declarations are seen in a syntax tree; `names` of the language says where they stand. */
export type GlobalNames = {
  /** Those whose results depend on their input alone, and those whose uses other patterns tell apart. */
  readonly known: ReadonlySet<string>;
  /** Kinds of nodes in which a declaration is visible; one that is a statement gives its own name to its surroundings. */
  readonly scopes: ReadonlySet<string>;
  /** Kinds of declarations that are visible in the whole function. */
  readonly hoisted: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Kinds of nodes whose names are all declared for the scope around, and for the whole file. */
  readonly declares: ReadonlySet<string>;
  readonly declaresForFile: ReadonlySet<string>;
  /** Kinds of nodes that declare nothing at run time. */
  readonly ambient: ReadonlySet<string>;
  /** Places, as `parent.field`, and kinds of nodes whose names are not looked up. */
  readonly members: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
  /** Kinds of nodes in which a name in lower case is an element's. */
  readonly elements: ReadonlySet<string>;
  /** Names that are known in some places: by `parent.field`, a blank, and the text of the parent. */
  readonly only: Readonly<Record<string, RegExp>>;
  /** Kinds of nodes that bring names which are not spelled out. */
  readonly wildcards: ReadonlySet<string>;
};

/**
 * A language and its machine have too many ways to distinguish runs to list every use. So any module that a change
 * newly loads must be known to depend on its input alone; anything that needs no loading is listed here.
 */
export type OuterNames = {
  /** Kinds of nodes that may load modules. */
  readonly statements: ReadonlySet<string>;
  /** How a statement that loads something begins. */
  readonly head: RegExp;
  /** Those that only introduce names, which are examined at their use. */
  readonly brings: ReadonlySet<string>;
  /** Modules that one such statement loads, written on one line; null: it loads none. */
  loads(statement: string): readonly string[] | null;
  /** Modules whose results depend on their arguments alone. */
  readonly pure: RegExp;
  /** Modules of the project by their spelling; others are known by their place in the tree. */
  readonly own?: RegExp;
  /** Modules of the language or its machine, which no file of the project can be meant by. */
  readonly standard?: RegExp;
  /** For languages that load files by path. */
  readonly files?: {
    /** Where a module could be, the first that exists counts; null: it is not loaded by its path. */
    of(from: string, module: string): readonly string[] | null;
    /** Files that are source, data or assets. */
    readonly loads: RegExp;
  };
  /** By code without comments and strings. */
  readonly names: RegExp;
  /** Absent: names alone do not show what belongs to the project. */
  readonly globals?: GlobalNames;
  /** A place where the order of an unordered collection becomes visible. */
  readonly chance?: (syntax: Syntax) => { readonly what: string; readonly offset: number } | null;
  /** Names of files that decide whether they are built. */
  readonly fileNames?: RegExp;
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

/** What only test-aware code has, for languages whose names are not followed. */
export type TestAware = {
  readonly flag: 'runner-detected' | 'harness-patched' | 'exit-hook';
  readonly rule: string;
  /** Matched line by line, without comments. */
  readonly line?: RegExp;
  /** Additionally, one of the surrounding lines must match. */
  readonly near?: RegExp;
  /** Places in the syntax tree; then lines count only where there is no tree. `others`: the change's other files. */
  readonly find?: (
    syntax: Syntax,
    others: readonly Syntax[],
  ) => readonly { readonly what: string; readonly offset: number }[];
  readonly sentence: string;
};
