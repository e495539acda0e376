import { parseShallowJson } from '../domain/json/shallow-json.ts';
import type { TokenUsage } from '../domain/agent/token-usage.ts';

/** A longer line is not read: agents print none that matter. */
const LONGEST_LINE = 1024 * 1024;

/** The object on a line; null: it is not one. */
export const objectIn = (line: string): object | null => {
  if (line.length > LONGEST_LINE || !line.trimStart().startsWith('{')) return null;
  const value = parseShallowJson(line)?.value;
  return typeof value === 'object' && value !== null ? value : null;
};

/** A member by its path, through own members only. */
export const at = (value: unknown, ...path: readonly string[]): unknown => {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
};

export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** A whole number of 0 or more; undefined: anything else. */
export const countAt = (value: unknown, ...path: readonly string[]): number | undefined => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : undefined;
};

export const amountAt = (value: unknown, ...path: readonly string[]): number | undefined => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
};

/** Any value as text for a trace. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** `input` includes what was cached; undefined if a part is missing. */
export const usageOf = (
  input: number | undefined,
  output: number | undefined,
  cached = 0,
): TokenUsage | undefined =>
  input === undefined || output === undefined
    ? undefined
    : { input, output, cached: Math.min(cached, input), total: input + output };
