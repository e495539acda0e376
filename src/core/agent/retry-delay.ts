const FIRST_MS = 1000;
const MOST_BACKOFF_MS = 30_000;
/** A service that asks for a longer wait than this is given up. */
const MOST_WAIT_MS = 120_000;
const SECOND_MS = 1000;

export type Headers = Readonly<Record<string, string | undefined>>;

/** `Retry-After` in seconds or as a date, and `retry-after-ms`; null if neither is usable. */
export const readRetryAfter = (headers: Headers, nowMs: number): number | null => {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const text = (headers['retry-after'] ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * SECOND_MS;
  const date = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
};

/** How long to wait before the next attempt; null: don't retry, the wait would be too long. */
export const retryDelay = (
  attempt: number,
  askedMs: number | null,
  /** 0..1; many callers must not retry at the same moment. */
  luck: number,
): number | null => {
  if (askedMs !== null && askedMs > MOST_WAIT_MS) return null;
  const backoff = Math.min(MOST_BACKOFF_MS, FIRST_MS * 2 ** (attempt - 1));
  const own = backoff * (0.5 + 0.5 * luck);
  return Math.round(askedMs === null ? own : Math.max(askedMs, 0));
};
