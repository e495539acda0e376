import { readFileSync } from 'node:fs';

/** More than any machine has; the list is the kernel's own. */
const MOST_CORES = 65_536;

/** `0-2,5` → 0, 1, 2, 5. */
export const coresIn = (list: string): readonly number[] =>
  list
    .trim()
    .split(',')
    .flatMap((range) => {
      const [from, to = from] = range.split('-').map((word) => Number.parseInt(word, 10));
      if (from === undefined || to === undefined || !(from >= 0 && to >= from && to < MOST_CORES)) return [];
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });

const allowedCores = (): readonly number[] => {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return coresIn(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
  } catch {
    return [];
  }
};

export type FewerCores = { readonly cores: readonly number[]; release(): void };

/** How many jobs that run now do without each core: they would share the others otherwise. */
const leftOut = new Map<number, number>();

/** All cores but one, a different one for each job that runs at a time; null: there is only one. */
export const leaveOutCore = (allowed = allowedCores()): FewerCores | null => {
  const uses = (core: number): number => leftOut.get(core) ?? 0;
  const [least] = allowed.toSorted((a, b) => uses(a) - uses(b) || b - a);
  if (least === undefined || allowed.length < 2) return null;
  leftOut.set(least, uses(least) + 1);
  return {
    cores: allowed.filter((core) => core !== least),
    release: () => void leftOut.set(least, uses(least) - 1),
  };
};
