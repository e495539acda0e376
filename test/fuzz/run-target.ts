import { seededRandom, seedOf } from './random.ts';
import type { Target } from './targets.ts';

export type Trouble = {
  readonly at: number;
  readonly kind: 'throw' | 'hang' | 'unsound';
  readonly what: string;
  readonly input: string;
};

export type FuzzResult = {
  readonly target: string;
  readonly cases: number;
  readonly seconds: number;
  readonly slowestMs: number;
  readonly troubles: readonly Trouble[];
};

const HANG_MS = 2000;
const MOST_TROUBLES = 5;

/** Said before each slow-looking stretch, so that a hang can be named from outside. */
export type OnCase = (at: number) => void;

/** Runs cases `from` to `to` of a target; each depends on the seed and its number alone. */
export const runTarget = (
  target: Target,
  { seed, from = 0, to }: { readonly seed: number; readonly from?: number; readonly to: number },
  onCase: OnCase = () => {},
): FuzzResult => {
  const since = performance.now();
  const troubles: Trouble[] = [];
  let slowestMs = 0;
  const note = (at: number, kind: Trouble['kind'], what: string, input: unknown) => {
    if (troubles.length < MOST_TROUBLES)
      troubles.push({
        at,
        kind,
        what: what.slice(0, 300),
        input: JSON.stringify(input)?.slice(0, 2000) ?? '',
      });
  };
  const time = (run: () => unknown): number => {
    const started = performance.now();
    run();
    return performance.now() - started;
  };
  for (let at = from; at < to; at += 1) {
    onCase(at);
    const { input, run } = target.make(seededRandom(seedOf(seed, target.name, at)));
    try {
      const started = performance.now();
      const unsound = run();
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (unsound !== null) note(at, 'unsound', unsound, input);
      // A busy machine can stop anybody for 2 s once.
      if (tookMs > HANG_MS && time(run) > HANG_MS) note(at, 'hang', `${Math.round(tookMs)} ms`, input);
    } catch (error) {
      note(at, 'throw', String((error as Error).stack ?? error), input);
    }
  }
  return {
    target: target.name,
    cases: to - from,
    seconds: (performance.now() - since) / 1000,
    slowestMs,
    troubles,
  };
};
