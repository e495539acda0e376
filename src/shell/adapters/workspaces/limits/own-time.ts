/** If the machine slept or stopped us between two samples, the job did not run either. */
const MOST_PER_LOOK_MS = 1000;

/** The time that a job actually got, as opposed to the time that passed. */
export type OwnTime = {
  readonly ms: () => number;
  /** Subtracts time since the last call that the job did not get. */
  readonly lose: (lostMs: number) => void;
};

export const startOwnTime = (now: () => number = () => performance.now()): OwnTime => {
  let [lookedAt, own] = [now(), 0];
  const ms = (): number => {
    own += Math.min(MOST_PER_LOOK_MS, now() - lookedAt);
    lookedAt = now();
    return own;
  };
  return {
    ms,
    lose: (lostMs) => {
      own = Math.max(0, ms() - lostMs);
    },
  };
};
