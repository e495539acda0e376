const FLOOR_MS = 10_000;
const BASELINE_FACTOR = 4;

export type BaselineTime = { readonly durationMs: number; readonly silentMs: number };

/** A hung candidate is known by the base's own time, long before the configured limit. */
export const adaptTimeoutMs = (configuredMs: number, baselineMs: number): number =>
  Math.min(configuredMs, Math.max(FLOOR_MS, Math.ceil(baselineMs * BASELINE_FACTOR)));

/** A check counts as hung only after it was silent for as long as the base took in all. */
export const adaptSilenceMs = ({ durationMs, silentMs }: BaselineTime): number =>
  Math.ceil(Math.max(FLOOR_MS, durationMs, silentMs * BASELINE_FACTOR));
