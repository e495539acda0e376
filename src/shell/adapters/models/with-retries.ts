import { retryDelay } from '../../../core/agent/retry-delay.ts';
import type { LanguageModel, ModelFault, ModelRequest } from '../../ports/models.ts';

/** How often to retry, by kind of failure. */
const MOST_RETRIES: Readonly<Record<ModelFault['kind'], number>> = {
  'rate-limited': 6,
  unavailable: 5,
  unreadable: 2,
  refused: 0,
  interrupted: 0,
  waiting: 0,
  context: 0,
};

/** False: aborted first. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<boolean>;

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve(false);
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

const INTERRUPTED: ModelFault = { ok: false, kind: 'interrupted', reason: 'was interrupted' };

const waitFor = (fault: ModelFault, attempt: number): number | null =>
  attempt > MOST_RETRIES[fault.kind] ? null : retryDelay(attempt, fault.retryAfterMs ?? null, Math.random());

/** Retries if that may help: with growing waits, or as long as the provider asks for. Bounded. */
export const withRetries = (model: LanguageModel, wait: Sleep = sleep): LanguageModel => ({
  ...model,
  async complete(request: ModelRequest) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await model.complete(request);
      if (answer.ok) return answer;
      const waitMs = waitFor(answer, attempt);
      if (waitMs === null)
        return attempt === 1 ? answer : { ...answer, reason: `${answer.reason} (${attempt} attempts)` };
      request.onRetry?.({ attempt, waitMs, reason: answer.reason });
      if (!(await wait(waitMs, request.signal))) return INTERRUPTED;
    }
  },
});
