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

const processorMs = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Many refusals are errors, and stacks would be most of their cost: they are made only for reported ones. */
const STACKS = Error.stackTraceLimit;

const stackOf = (run: () => unknown): string => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACKS;
  try {
    run();
    return 'thrown once, but not again';
  } catch (error) {
    return String((error as Error).stack ?? error);
  } finally {
    Error.stackTraceLimit = limit;
  }
};

/** Runs cases `from` to `to` of a target; each depends on the seed and its number alone. */
export const runTarget = (
  target: Target,
  { seed, from = 0, to }: { readonly seed: number; readonly from?: number; readonly to: number },
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
  for (let at = from; at < to; at += 1) {
    const { input, run } = target.make(seededRandom(seedOf(seed, target.name, at)));
    try {
      const started = performance.now();
      const unsound = run();
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (unsound !== null) note(at, 'unsound', unsound, input);
      // A busy machine can stop any process for 2 s: only the processor's time counts.
      if (tookMs > HANG_MS && processorMs(run) > HANG_MS) note(at, 'hang', `${Math.round(tookMs)} ms`, input);
    } catch {
      note(at, 'throw', stackOf(run), input);
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
