import { clamp } from '../clamp.ts';

/** One panellist's 0 or 1 must not outvote all others. */
const SUREST = 0.98;

export const toLogit = (probability: number): number => {
  const tame = clamp(probability, 1 - SUREST, SUREST);
  return Math.log(tame / (1 - tame));
};

export const fromLogit = (logit: number): number => 1 / (1 + Math.exp(-logit));
