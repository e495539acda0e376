/** Something wrong with a schema or a document that has one. */
export type SchemaError = { readonly kind: string; readonly path: string; readonly message: string };

/** What was examined and found. */
export type SchemaFindings = {
  /** Errors that the base does not have. */
  readonly errors: readonly SchemaError[];
  readonly checked: readonly { readonly kind: string; readonly files: number; readonly by: string }[];
  /** Kinds of changed schemas that could not be checked, each with the reason. */
  readonly missing: readonly { readonly kind: string; readonly reason: string }[];
};

/** All documents of one kind, by path. */
export type SchemaFiles = ReadonlyMap<string, string>;
