/** The first process of a sandbox: when it ends, the kernel ends all others, and bubblewrap waits for that. Null: not started yet. */
export const firstProcessOf = (status: string): number | null => {
  const found = /"child-pid":\s*(\d{1,10})\b/.exec(status);
  return found === null ? null : Number(found[1]);
};
