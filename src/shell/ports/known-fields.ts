/** The run that answered a question before, and the user's variables that its checks were given. */
export type KnownField = {
  readonly run: string;
  readonly variables: readonly string[];
  /** Digest of their values. */
  readonly values: string;
};

/** Finished evaluations by all that decided them: the same question is not asked twice. */
export type KnownFields = {
  /** Null: unknown, or not whole. */
  get(key: string): Promise<KnownField | null>;
  put(key: string, field: KnownField): Promise<void>;
};
