import type { Evidence } from '../domain/evidence/evidence.ts';
import { type Measured, measured } from '../domain/measured.ts';
import { scoreQuality } from '../score/benchmark/score-quality.ts';

/** The benchmark's quality on what was stored of a candidate, 0 to 1; null where nobody looked at it. */
export const judgeQuality = ({ quality }: Evidence): Measured<number> | null => {
  if (quality === undefined) return null;
  if (!quality.known) return quality;
  return scoreQuality({
    quality: measured(new Map(quality.value.languages.map(({ name, facts }) => [name, facts]))),
  });
};
