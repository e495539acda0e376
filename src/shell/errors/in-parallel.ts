/** Maps with at most `limit` effects in progress; the first failure is thrown after those in progress have ended. */
export const inParallel = async <T, U>(
  items: readonly T[],
  limit: number,
  effect: (item: T) => Promise<U>,
): Promise<U[]> => {
  const results: U[] = Array.from({ length: items.length });
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (failed) return;
      try {
        results[at] = await effect(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  const failure = ended.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return results;
};
