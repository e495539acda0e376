import type { BenchScores } from './bench-summary.ts';

export type BenchMetric = keyof BenchScores;

/** In reading order, the total first. */
export const BENCH_METRICS = [
  'total',
  'functional',
  'quality',
  'security',
  'efficiency',
  'human_like',
] as const satisfies readonly BenchMetric[];
