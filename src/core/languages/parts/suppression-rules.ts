/** Directives that make a checker ignore findings. Comments are matched without their mark. */
export type SuppressionRules = {
  readonly line: RegExp;
  /** Hides a whole file from a tool; null: no comment does. */
  readonly blanket: RegExp | null;
  /** Attributes and annotations; global patterns on the code without comments and strings. */
  readonly inCode?: RegExp;
  readonly blanketInCode?: RegExp;
  /** Its first group names the tool. */
  readonly tool: RegExp;
  /** The directive names the finding that it hides. */
  readonly namesFinding: RegExp;
  /** Tools, as `tool` names them, whose directives concern coverage and not lint. */
  readonly coverage?: RegExp;
};
