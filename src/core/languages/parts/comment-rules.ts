/** Which comments, and which punctuation, change how a program is treated. */
export type CommentRules = {
  /** Directives for compilers, checkers and bundlers at the start of a comment, after its mark. */
  readonly directive: RegExp;
  /** Directives that need the whole comment, mark included. */
  readonly wholeDirective?: RegExp;
  /** Tags of documentation comments that a compiler reads. */
  readonly tags?: RegExp;
  /** Files in which every comment is read by a tool. */
  readonly filesReadWhole?: RegExp;
  /** Kinds of nodes in which a line end means the same as a semicolon. */
  readonly semicolonIsLayoutIn?: ReadonlySet<string>;
};
