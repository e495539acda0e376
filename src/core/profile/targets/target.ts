/** A named task of a project: how it is run, and what it does if that can be read. */
export type Target = {
  readonly name: string;
  /** Null: only what it does can be run, since the program itself would fetch an environment of its own. */
  readonly command: string | null;
  /** Its commands joined by `&&`; null: they cannot be told without running it. */
  readonly recipe: string | null;
};
