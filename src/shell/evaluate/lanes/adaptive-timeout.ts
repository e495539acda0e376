import type { Pace } from '../../../core/domain/work/work.ts';

const FLOOR_MS = 10_000;
const BASELINE_FACTOR = 4;

/** A hung candidate is recognised by the base's time, long before the configured limit. */
export const adaptTimeoutMs = (configuredMs: number, baselineMs: number): number =>
  Math.min(configuredMs, Math.max(FLOOR_MS, Math.ceil(baselineMs * BASELINE_FACTOR)));

/** A candidate is not hung until it has been silent for as long as the base took in total. */
export const adaptSilenceMs = ({ durationMs, silentMs }: BaselineTime): number =>
  Math.ceil(Math.max(FLOOR_MS, durationMs, silentMs * BASELINE_FACTOR));

export type BaselineTime = { readonly durationMs: number; readonly silentMs: number };

type Learnt = {
  readonly durationMs: number;
  readonly silentMs: number | undefined;
};

/** Baseline durations as they become known. */
export class BaselineTimes {
  readonly #known = new Map<string, Learnt>();

  learn(check: string, durationMs: number, silentMs?: number): void {
    this.#known.set(check, {
      durationMs,
      silentMs: silentMs ?? this.#known.get(check)?.silentMs,
    });
  }

  get(check: string): number | undefined {
    return this.#known.get(check)?.durationMs;
  }

  /** How long the same check of a candidate may take; null until the base's time is known. */
  pace(check: string, configuredMs: number): Pace | null {
    const known = this.#known.get(check);
    if (known === undefined) return null;
    const { durationMs, silentMs } = known;
    return {
      totalMs: adaptTimeoutMs(configuredMs, durationMs),
      silentMs: silentMs === undefined ? null : adaptSilenceMs({ durationMs, silentMs }),
    };
  }
}
