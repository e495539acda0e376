/** Like Promise.all, but a failure is thrown only after everything has settled. */
export const settleAll = async <T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
