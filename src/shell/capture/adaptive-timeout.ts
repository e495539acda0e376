const FLOOR_MS = 10_000;
const BASELINE_FACTOR = 4;

/** A hung candidate is known by the base's own time, long before the configured limit. */
export const adaptTimeoutMs = (configuredMs: number, baselineMs: number): number =>
  Math.min(configuredMs, Math.max(FLOOR_MS, Math.ceil(baselineMs * BASELINE_FACTOR)));

/** Nor is one that works on called hung before it has been silent for as long as the base took in all. */
export const adaptSilenceMs = ({ durationMs, silentMs }: BaselineTime): number =>
  Math.ceil(Math.max(FLOOR_MS, durationMs, silentMs * BASELINE_FACTOR));

export type BaselineTime = { readonly durationMs: number; readonly silentMs: number };

/** Baseline durations as they become known; a check that is already running is tightened then. */
export class BaselineTimes {
  readonly #known = new Map<string, number>();
  readonly #silences = new Map<string, number>();
  readonly #waiting = new Map<string, Set<(ms: number) => void>>();

  learn(check: string, durationMs: number, silentMs?: number): void {
    this.#known.set(check, durationMs);
    if (silentMs !== undefined) this.#silences.set(check, silentMs);
    for (const tell of this.#waiting.get(check) ?? []) tell(durationMs);
    this.#waiting.delete(check);
  }

  get(check: string): number | undefined {
    return this.#known.get(check);
  }

  /** How long the same check may be silent; null as long as nobody knows. */
  silenceMs(check: string): number | null {
    const [durationMs, silentMs] = [this.#known.get(check), this.#silences.get(check)];
    return durationMs === undefined || silentMs === undefined
      ? null
      : adaptSilenceMs({ durationMs, silentMs });
  }

  /** Calls back when the baseline's time is learnt later on; returns how to stop waiting. */
  onLearnt(check: string, tell: (ms: number) => void): () => void {
    const waiting = this.#waiting.get(check) ?? new Set();
    this.#waiting.set(check, waiting.add(tell));
    return () => waiting.delete(tell);
  }
}
