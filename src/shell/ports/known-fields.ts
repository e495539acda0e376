/** The run that answered the same request before, and the user's variables that its checks received. */
export type KnownField = {
  readonly run: string;
  readonly variables: readonly string[];
  /** Digest of their values. */
  readonly values: string;
  /** The engine and the machine that it ran on. */
  readonly engine: string;
  readonly machine: string;
  /** Versions of the programs that the project uses, by name. */
  readonly programs: Readonly<Record<string, string>>;
};

/** Finished evaluations, keyed by everything that decided them: the same request is not evaluated twice. */
export type KnownFields = {
  /** Null: unknown, or incomplete. */
  get(key: string): Promise<KnownField | null>;
  put(key: string, field: KnownField): Promise<void>;
};
