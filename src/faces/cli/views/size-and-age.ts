import { InvalidArgumentError } from 'commander';

const SIZES: Readonly<Record<string, number>> = { b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };
const AGES_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `500MB`, `2 GB`, `1g` → bytes. */
export const sizeInBytes = (text: string): number => {
  const found = /^(\d{1,9}(?:\.\d{1,3})?)\s?([bkmgt])(?:i?b)?$/i.exec(text.trim());
  const unit = SIZES[found?.[2]?.toLowerCase() ?? ''];
  if (found === null || unit === undefined)
    throw new InvalidArgumentError('Use a size such as 500MB or 2GB.');
  return Math.floor(Number(found[1]) * unit);
};

/** `30d`, `12h` → milliseconds. */
export const ageInMs = (text: string): number => {
  const found = /^(\d{1,6})\s?([mhdw])$/i.exec(text.trim());
  const unit = AGES_MS[found?.[2]?.toLowerCase() ?? ''];
  if (found === null || unit === undefined) throw new InvalidArgumentError('Use an age such as 30d or 12h.');
  return Number(found[1]) * unit;
};

export const bytesText = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
};
