import type { z } from 'zod';
import { type ConfigKey, describeConfig } from '../../core/domain/config-key.ts';

type Path = readonly (string | number)[];
/** The sentence is worked out when it is shown: a file may have more problems than anybody reads. */
export type ConfigProblem = { readonly path: Path; readonly sentence: () => string };

/** One schema issue in the words of the file; an issue about several unknown keys is several problems. */
export const explainIssue = (issue: z.core.$ZodIssue, document: unknown): readonly ConfigProblem[] => {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key]));
  const found = valueAt(document, path);
  if (found === undefined) return [{ path, sentence: () => `${path.join('.')} is missing` }];
  return [
    { path, sentence: () => `${path.join('.')} must be ${expectation(issue, path)}, not ${show(found)}` },
  ];
};

const unknownKey = (path: Path): ConfigProblem => ({
  path,
  sentence: () => {
    const guess = suggestKey(path.map(String), describeConfig());
    return `unknown key ${path.join('.')}${guess === null ? '' : ` (did you mean ${guess}?)`}`;
  },
});

/** A neighbour with nearly the same name, else the same name in another table. */
const suggestKey = (path: readonly string[], keys: readonly ConfigKey[]): string | null => {
  const name = path.at(-1) ?? '';
  const table = path.slice(0, -1).join('.');
  const siblings = keys
    .filter((key) => key.path.slice(0, -1).join('.') === table)
    .map((key) => key.path.at(-1)!);
  const near = siblings
    .map((sibling) => ({ sibling, away: editDistance(name, sibling) }))
    .filter(({ sibling, away }) => away <= Math.max(1, Math.floor(sibling.length / 3)))
    .sort((a, b) => a.away - b.away)[0];
  if (near !== undefined) return near.sibling;
  return keys.find((key) => key.path.at(-1) === name)?.path.join('.') ?? null;
};

const LONGEST_KEY = 64;

const editDistance = (a: string, b: string): number => {
  if (a.length > LONGEST_KEY) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced));
    }
    row = next;
  }
  return row[b.length]!;
};

const expectation = (issue: z.core.$ZodIssue, path: Path): string => {
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'a text that is not empty';
    return `${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`;
  }
  if (issue.code === 'too_big') return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
  const type = typeAt(path);
  return /^(array|table|whole|number|string|boolean)/.test(type)
    ? `a${type.startsWith('a') ? 'n' : ''} ${type}`
    : type;
};

/** Elements of arrays and tables have the type that their container names. */
const typeAt = (path: Path): string => {
  const keys = describeConfig();
  const own = keys.find((key) => key.path.join('.') === path.join('.'));
  if (own !== undefined) return own.type;
  const container = keys.find((key) => key.path.join('.') === path.slice(0, -1).join('.'));
  return /^(?:array|table) of (.*)s$/.exec(container?.type ?? '')?.[1] ?? 'of another type';
};

const valueAt = (document: unknown, path: Path): unknown => {
  let value = document;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
};

const MAX_SHOWN = 60;

const show = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Date) return 'a date';
  if (typeof value === 'object') return 'a table';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};
