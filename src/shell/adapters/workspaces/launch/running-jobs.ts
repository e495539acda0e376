/** How to end one running job, with everything that it started. */
export type EndJob = () => Promise<void>;

const running = new Set<EndJob>();
let ending = false;

/** Runs a job that can be ended from outside. Once all are ended no end is told: nobody may take it for a result. */
export const asRunningJob = async <T>(end: EndJob, work: () => Promise<T>): Promise<T> => {
  if (ending) return new Promise<never>(() => {});
  running.add(end);
  try {
    const result = await work();
    return ending ? await new Promise<never>(() => {}) : result;
  } finally {
    running.delete(end);
  }
};

/** For a process that is about to end: no job of it is left, and none begins. */
export const endRunningJobs = async (): Promise<void> => {
  ending = true;
  await Promise.all([...running].map((end) => end().catch(() => undefined)));
};
