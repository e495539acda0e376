/** A machine that slept, or stopped us, between two looks has not let the job work either. */
const MOST_PER_LOOK_MS = 1000;

/** The time that a job was given, as opposed to the time that went by. */
export type OwnTime = {
  readonly ms: () => number;
  /** Some of the time since the last call was not given to it after all. */
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
