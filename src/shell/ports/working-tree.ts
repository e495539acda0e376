/** `blob` null: the content is not (or may not be) what git has recorded. */
export type ListedFile = { readonly path: string; readonly blob: string | null };

/** The user's files as they are now; read-only. */
export type WorkingTree = {
  readonly root: string;
  list(): Promise<readonly ListedFile[]>;
  /** Absolute path of a listed file. */
  locate(path: string): string;
  /** Null for anything but a regular file of a reasonable size. */
  read(path: string): Promise<string | null>;
  /** The same, with git's id of it. */
  identify(path: string): Promise<string | null>;
};
