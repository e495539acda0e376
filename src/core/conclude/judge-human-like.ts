import type { Evidence } from '../domain/evidence/evidence.ts';
import { type Measured, measured } from '../domain/measured.ts';
import { scoreHumanLike } from '../score/benchmark/score-human-like.ts';

/** The benchmark's human_like on what was stored of a candidate, 0 to 1; null where nobody was asked. */
export const judgeHumanLike = ({ humanLike }: Evidence): Measured<number> | null => {
  if (humanLike === undefined) return null;
  return humanLike.known ? scoreHumanLike({ judges: measured(humanLike.value.replies) }).score : humanLike;
};
