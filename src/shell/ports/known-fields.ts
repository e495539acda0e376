/** The run that answered the same request before, and the user's variables that its checks received. */
export type KnownField = {
  readonly run: string;
  readonly variables: readonly string[];
  /** Digest of their values. */
  readonly values: string;
};

/** Finished evaluations by everything that decided them: the same request is not evaluated twice. */
export type KnownFields = {
  /** Null: unknown, or incomplete. */
  get(key: string): Promise<KnownField | null>;
  put(key: string, field: KnownField): Promise<void>;
};
