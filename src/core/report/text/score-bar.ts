import type { Paint } from './paint.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `width` cells for a score of 0 to 100, filled to an eighth of a cell. */
export const scoreBar = (score: number, width: number): string => {
  const eighths = Math.round((Math.min(100, Math.max(0, score)) / 100) * width * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return full.padEnd(width, '·');
};

export const paintScore = (paint: Paint, score: number, text: string): string => {
  if (score >= 90) return paint.good(text);
  return score >= 60 ? paint.warn(text) : paint.bad(text);
};
