/** Time, for the shell only; the core never reads it. */
export type Clock = {
  /** ISO 8601, UTC. */
  now(): string;
  monotonicMs(): number;
};

/** sha-256, as hexadecimal digits. */
export type Digest = (data: string | Uint8Array) => string;
