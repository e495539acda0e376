/** After this many samples without work, about a second apart, a job counts as idle. */
const SAMPLES_UNTIL_IDLE = 3;
/** Hundredths of a second on a core per second: the timers and collectors of a waiting process. */
const IDLE_TICKS = 4;

/** Takes the CPU time of each sample; reports when a job becomes idle and when it continues. */
export const watchIdleness = (onIdle: (idle: boolean) => void): ((cpuTicks: number) => void) => {
  let before = 0;
  let quiet = 0;
  return (cpuTicks) => {
    const worked = cpuTicks - before > IDLE_TICKS;
    before = cpuTicks;
    if (worked && quiet >= SAMPLES_UNTIL_IDLE) onIdle(false);
    quiet = worked ? 0 : quiet + 1;
    if (quiet === SAMPLES_UNTIL_IDLE) onIdle(true);
  };
};
