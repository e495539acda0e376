import { clamp } from '../../math/clamp.ts';

const BEST = 171;
const PERCENT = 100;

export type IndexParts = {
  readonly volume: number;
  readonly complexity: number;
  readonly logicalLines: number;
  readonly codeLines: number;
  readonly commentLines: number;
};

/** The index with comments, scaled to 0..100, with radon's constants, including its share of comments in degrees. */
export const maintainabilityIndex = (parts: IndexParts): number | null => {
  const { volume, complexity, logicalLines, codeLines, commentLines } = parts;
  if (codeLines === 0) return null;
  if (volume <= 0 || logicalLines <= 0) return PERCENT;
  const share = (commentLines / codeLines) * PERCENT;
  const index =
    BEST -
    5.2 * Math.log(volume) -
    0.23 * complexity -
    16.2 * Math.log(logicalLines) +
    50 * Math.sin(Math.sqrt(2.46 * ((share * Math.PI) / 180)));
  return clamp((index * PERCENT) / BEST, 0, PERCENT);
};
