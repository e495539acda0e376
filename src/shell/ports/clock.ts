/** Time as the shell may see it; the core never does. */
export type Clock = {
  /** ISO 8601, UTC. */
  now(): string;
  monotonicMs(): number;
};

/** sha-256, as hexadecimal digits. */
export type Digest = (data: string | Uint8Array) => string;
