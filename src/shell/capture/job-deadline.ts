import type { Clock } from '../ports/clock.ts';
import { adaptTimeoutMs, type BaselineTimes } from './adaptive-timeout.ts';

export type Deadline = {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly silenceMs?: () => number | null;
  readonly release: () => void;
};

/** The base itself, or a candidate that gets its second chance: a limit known beforehand. */
export const fixedDeadline = (timeoutMs: number): Deadline => ({ timeoutMs, release: () => {} });

/** The adapted limit, now or as soon as the base's own time is known. */
export const adaptiveDeadline = (
  check: { readonly name: string; readonly timeoutMs: number },
  times: BaselineTimes,
  clock: Clock,
): Deadline => {
  const known = times.get(check.name);
  const silenceMs = (): number | null => times.silenceMs(check.name);
  if (known !== undefined) return { ...fixedDeadline(adaptTimeoutMs(check.timeoutMs, known)), silenceMs };
  const controller = new AbortController();
  const startedMs = clock.monotonicMs();
  let timer: NodeJS.Timeout | undefined;
  const forget = times.onLearnt(check.name, (baselineMs) => {
    const limitMs = adaptTimeoutMs(check.timeoutMs, baselineMs);
    const leftMs = Math.max(0, limitMs - (clock.monotonicMs() - startedMs));
    timer = setTimeout(() => controller.abort(limitMs), leftMs);
  });
  return {
    timeoutMs: check.timeoutMs,
    signal: controller.signal,
    silenceMs,
    release: () => {
      forget();
      clearTimeout(timer);
    },
  };
};
