/** What became of the baseline's tests. A skipped test did not run. */
export type TestChange = {
  readonly basePassed: number;
  readonly passed: number;
  readonly ran: number;
  /** Passed on the baseline and do not pass now. */
  readonly regressed: number;
  /** Ran on the baseline and do not run now: deleted or newly skipped. */
  readonly dropped: number;
  /** Ran, and are unknown to the baseline. */
  readonly added: number;
  /** The first few, for sentences; empty if only counts are known. */
  readonly regressedIds: readonly string[];
  readonly droppedIds: readonly string[];
};
