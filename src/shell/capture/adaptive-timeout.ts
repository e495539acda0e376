const FLOOR_MS = 10_000;
const BASELINE_FACTOR = 4;

/** A hung candidate is known by the base's own time, long before the configured limit. */
export const adaptTimeoutMs = (configuredMs: number, baselineMs: number): number =>
  Math.min(configuredMs, Math.max(FLOOR_MS, Math.ceil(baselineMs * BASELINE_FACTOR)));

/** Baseline durations as they become known; a check that is already running is tightened then. */
export class BaselineTimes {
  readonly #known = new Map<string, number>();
  readonly #waiting = new Map<string, Set<(ms: number) => void>>();

  learn(check: string, durationMs: number): void {
    this.#known.set(check, durationMs);
    for (const tell of this.#waiting.get(check) ?? []) tell(durationMs);
    this.#waiting.delete(check);
  }

  get(check: string): number | undefined {
    return this.#known.get(check);
  }

  /** Calls back when the baseline's time is learnt later on; returns how to stop waiting. */
  onLearnt(check: string, tell: (ms: number) => void): () => void {
    const waiting = this.#waiting.get(check) ?? new Set();
    this.#waiting.set(check, waiting.add(tell));
    return () => waiting.delete(tell);
  }
}
