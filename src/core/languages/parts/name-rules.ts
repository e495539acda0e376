import type { ImportFact, Role, LanguageId } from '../../domain/source/source-facts.ts';

/** The walker's rules for one grammar. Places are written `parent.field`, or `parent.` for a child without a field. */
export type NameRules = {
  readonly language: LanguageId;
  /** Leaves that are names. */
  readonly names: readonly string[];
  /** Never entered: comments, plain strings, clauses that repeat other code. */
  readonly skips: readonly string[];
  readonly declares: Readonly<Record<string, Role>>;
  /** Kinds of names that have a role of their own if they are declared as variables. */
  readonly kindRoles?: Readonly<Record<string, Role>>;
  /** A declaring place continues inside these: destructuring, tuples, lists of targets. */
  readonly patterns: readonly string[];
  /** Places within patterns that only use names: defaults, keys, types. */
  readonly uses: readonly string[];
  /** Declarators that inherit the role of their statement. */
  readonly outer?: {
    readonly declarators: readonly string[];
    readonly roles: Readonly<Record<string, Role>>;
  };
  /** Places whose content decides what the declarator before them is. */
  readonly values: readonly string[];
  readonly valueRoles: Readonly<Record<string, 'function' | 'type' | 'literal'>>;
  /** A literal is a constant directly in these. */
  readonly topLevel: readonly string[];
  /** Words that a statement must carry for its literal, or its field, to be a constant. */
  readonly constantMarks: readonly string[];
  /** Places that hold an imported path as a string. */
  readonly importPaths: readonly string[];
  /** Calls whose string argument is an import. */
  readonly importCalls: readonly string[];
  /** The same for paths relative to the file. */
  readonly relativeImportCalls?: readonly string[];
  /** Statements that are read as a row of tokens, and the character that such a one must end with. */
  readonly importStatements: Readonly<Record<string, string>>;
  readonly readImport: (tokens: readonly string[]) => readonly ImportFact[];
  readonly packageStatement?: string;
  readonly typeOnlyMark?: string;
};

export const importOf = (from: string, names: readonly string[] = [], typeOnly = false): ImportFact => ({
  from,
  names,
  typeOnly,
});
