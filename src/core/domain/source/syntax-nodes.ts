/** A syntax tree as flat arrays in document order: cheap to hand between processes, safe to walk without recursion. */
export type SyntaxNodes = {
  readonly kinds: readonly string[];
  readonly fields: readonly string[];
  /** Index into `kinds`, by node. */
  readonly kind: Uint16Array;
  /** Index into `fields`; 0 is none. */
  readonly field: Uint16Array;
  /** UTF-16 offsets into the source. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  /** First node after the subtree. */
  readonly after: Uint32Array;
  /** The grammar did not fit somewhere; a token that it made up to go on leaves no other trace. */
  readonly hasError?: boolean;
};
