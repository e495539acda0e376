/** A named task of a project: how to run it, and its commands if they can be read. */
export type Target = {
  readonly name: string;
  /** Null: only its commands can be run, since the program itself would fetch its own environment. */
  readonly command: string | null;
  /** Its commands joined by `&&`; null: they are unknown without running it. */
  readonly recipe: string | null;
};
