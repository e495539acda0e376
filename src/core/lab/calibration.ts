import type { Calibration, ReliabilityBin } from '../domain/lab/lab-report.ts';
import { mean } from '../math/mean.ts';

/** One probability and its outcome. */
export type Forecast = { readonly probability: number; readonly right: boolean };

const BINS = 10;

const binOf = (probability: number): number => Math.min(BINS - 1, Math.floor(probability * BINS));

/** How reliable the probabilities are; null without any. */
export const calibrate = (forecasts: readonly Forecast[]): Calibration | null => {
  if (forecasts.length === 0) return null;
  const bins = Array.from({ length: BINS }, (_, at): ReliabilityBin => {
    const inside = forecasts.filter(({ probability }) => binOf(probability) === at);
    return {
      from: at / BINS,
      to: (at + 1) / BINS,
      count: inside.length,
      probability: mean(inside.map(({ probability }) => probability)),
      right: mean(inside.map(({ right }) => (right ? 1 : 0))),
    };
  });
  const gaps = bins.map(
    ({ count, probability, right }) => count * Math.abs((probability ?? 0) - (right ?? 0)),
  );
  const squares = forecasts.map(({ probability, right }) => (probability - (right ? 1 : 0)) ** 2);
  return {
    forecasts: forecasts.length,
    ece: gaps.reduce((sum, gap) => sum + gap, 0) / forecasts.length,
    brier: mean(squares) ?? 0,
    bins,
  };
};
