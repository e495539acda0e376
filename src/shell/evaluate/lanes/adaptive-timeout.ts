import type { Pace } from '../../../core/domain/work/work.ts';
import { adaptSilenceMs, adaptTimeoutMs } from '../../../core/math/adaptive-limits.ts';

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

  /** How long the same check of a candidate may take, in surroundings `times` as slow; null until the base's time is known. */
  pace(check: string, configuredMs: number, times = 1): Pace | null {
    const known = this.#known.get(check);
    if (known === undefined) return null;
    const durationMs = known.durationMs * times;
    const silentMs = known.silentMs === undefined ? undefined : known.silentMs * times;
    return {
      totalMs: adaptTimeoutMs(configuredMs, durationMs),
      silentMs: silentMs === undefined ? null : adaptSilenceMs({ durationMs, silentMs }),
    };
  }
}
