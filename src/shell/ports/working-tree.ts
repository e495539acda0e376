/** `blob` null: the content is not (or may not be) what git has recorded. */
export type ListedFile = { readonly path: string; readonly blob: string | null };

/** The user's files as they lie there now; only read. */
export type WorkingTree = {
  readonly root: string;
  list(): Promise<readonly ListedFile[]>;
  /** Absolute path of a listed file. */
  locate(path: string): string;
  /** Null for what is no regular file of a reasonable size. */
  read(path: string): Promise<string | null>;
  /** As above, and git's id of it. */
  identify(path: string): Promise<string | null>;
};
