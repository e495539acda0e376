/** The run's signal was aborted. `cause` is the signal's reason. */
export class AbortError extends Error {
  readonly code = 'ABORT_ERR';

  constructor(reason: unknown) {
    super('The run was aborted.', { cause: reason });
    this.name = 'AbortError';
  }
}

export const throwIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new AbortError(signal.reason);
};

/** Why a run ended: whatever failed after an abort failed because of it. */
export const abortedOr = (signal: AbortSignal | undefined, error: unknown): unknown =>
  signal?.aborted === true ? new AbortError(signal.reason) : error;
