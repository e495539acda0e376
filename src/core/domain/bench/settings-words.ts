import type { BenchSettings } from './bench-summary.ts';

const USUAL_JUDGES = 3;

/** Limits of a run, in words. */
export const showLimits = ({
  max_steps: steps,
  max_cost_usd: usd,
  max_seconds: seconds,
  turn_seconds: turn,
}: BenchSettings): string =>
  [
    steps === null ? 'any number of steps' : `at most ${steps} ${steps === 1 ? 'step' : 'steps'}`,
    ...(usd === null ? [] : [`$${usd}`]),
    ...(seconds === undefined ? [] : [`${seconds} s`]),
    ...(turn === undefined ? [] : [`${turn} s a turn`]),
  ].join(', ');

/** Who judged, in words. */
export const judgeName = ({ judge_model: model, judges = USUAL_JUDGES }: BenchSettings): string => {
  if (model === null) return 'no judges';
  return judges === USUAL_JUDGES ? `judged by ${model}` : `judged by ${judges} of ${model}`;
};

export const showSettings = (settings: BenchSettings): string =>
  `${showLimits(settings)}, ${judgeName(settings)}`;
