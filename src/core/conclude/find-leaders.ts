import { measured, missing, type Measured } from '../domain/measured.ts';
import type { RaceFacts } from '../domain/run/race-facts.ts';
import { compareText } from '../math/compare-text.ts';
import type { Leaders } from '../dimensions/race-input.ts';

const NO_SUCCESS = 'no candidate passed every gate';

const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value));

const fastest = (successful: readonly RaceFacts[]): Measured<number> => {
  if (successful.length === 0) return missing('not-configured', NO_SUCCESS);
  const durations = successful.flatMap(({ durationMs: ms }) => (ms.known && ms.value > 0 ? [ms.value] : []));
  if (durations.length === 0)
    return missing('not-configured', 'no successful candidate has a known duration');
  const [untimed] = successful
    .flatMap(({ agent, durationMs: ms }) => (ms.known ? [] : [agent]))
    .sort(compareText);
  // Without its duration it would be scored by the other dimensions alone, as if it were the fastest.
  if (untimed !== undefined)
    return missing(
      'not-configured',
      `the duration of ${untimed}, which passed every gate, is unknown: speed is not scored`,
    );
  return measured(smallest(durations));
};

const cheapest = (successful: readonly RaceFacts[]): Measured<number> => {
  if (successful.length === 0) return missing('not-configured', NO_SUCCESS);
  const [unpriced] = successful
    .flatMap(({ agent, costUsd }) => (costUsd.known ? [] : [agent]))
    .sort(compareText);
  if (unpriced !== undefined)
    return missing(
      'not-configured',
      `the cost of ${unpriced}, which passed every gate, is unknown: speed counts instead`,
    );
  return measured(smallest(successful.flatMap(({ costUsd }) => (costUsd.known ? [costUsd.value] : []))));
};

/** The best among candidates that passed every gate. One unknown value would make "cheapest" or "fastest" a guess. */
export const findLeaders = (successful: readonly RaceFacts[]): Leaders => ({
  fastestMs: fastest(successful),
  cheapestUsd: cheapest(successful),
});
