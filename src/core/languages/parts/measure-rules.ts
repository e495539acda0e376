/** What the measures need to know of one grammar; names are the grammar's kinds and fields. */
export type MeasureRules = {
  /** Kinds that open a function of their own. */
  readonly functions: ReadonlySet<string>;
  /** Kinds whose functions are methods: each adds one to the file's complexity. */
  readonly classes: ReadonlySet<string>;
  /** Functions within functions add nothing to the file's complexity. */
  readonly closuresApart: boolean;
  /** What a node of this kind adds to the complexity around it. */
  readonly decisions: ReadonlyMap<string, number>;
  /** Kinds that decide only directly within some others. */
  readonly decisionsWithin: ReadonlyMap<string, ReadonlySet<string>>;
  /** Kinds that end a choice without being one: a catch-all case. */
  readonly catchAll: ReadonlyMap<string, string>;
  /** Kinds whose content does not count: assertions, and in Python everything outside of a function's body. */
  readonly sealed: ReadonlySet<string>;
  /** `parent.field` of nodes that do not count either. */
  readonly sealedFields: ReadonlySet<string>;
  /** Expressions with an operator; their operands are the named children. */
  readonly expressions: ReadonlySet<string>;
  /** `a and b and c` is one operator with three operands in these. */
  readonly flattened: ReadonlySet<string>;
  /** Operands identified by one part (the last name of `a.b`); any other composed operand is unique. */
  readonly operandParts: ReadonlyMap<string, string>;
  readonly atoms: ReadonlySet<string>;
  readonly wrappers: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  /** Kinds that are a logical line. */
  readonly statements: ReadonlySet<string>;
  /** Kinds inside a statement that add another count. */
  readonly secondLines: ReadonlySet<string>;
  /** A string as a whole statement is a comment. */
  readonly textStatement: readonly [statement: string, text: string] | null;
};

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const weigh = (words: string): ReadonlyMap<string, number> =>
  new Map(words.split(' ').map((word) => [word, 1]));
