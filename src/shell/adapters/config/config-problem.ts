import type * as z from 'zod';
import { ANY_NAME, type ConfigKey, describeConfig } from '../../../core/domain/policy/config-key.ts';

type Path = readonly (string | number)[];
/** The sentence is computed when it is printed: a file may have more problems than are listed. */
export type ConfigProblem = { readonly path: Path; readonly sentence: () => string };

/** One schema issue, explained; an issue about several unknown keys gives several problems. */
export const explainIssue = (issue: z.core.$ZodIssue, document: unknown): readonly ConfigProblem[] => {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key]));
  if (issue.code === 'invalid_key')
    return [{ path, sentence: () => `${path.join('.')} is not a name: use a-z, 0-9, dots and dashes` }];
  const found = valueAt(document, path);
  if (found === undefined) return [{ path, sentence: () => `${path.join('.')} is missing` }];
  return [
    { path, sentence: () => `${path.join('.')} must be ${expectation(issue, path)}, not ${show(found)}` },
  ];
};

const unknownKey = (path: Path): ConfigProblem => ({
  path,
  sentence: () => {
    const guess = suggestKey(path.map(String), everyKey());
    return `unknown key ${path.join('.')}${guess === null ? '' : ` (did you mean ${guess}?)`}`;
  },
});

/** Including those of tables whose names the user chooses. */
const everyKey = (): readonly ConfigKey[] => describeConfig().flatMap((key) => [key, ...(key.members ?? [])]);

const isAt = (pattern: readonly string[], path: Path): boolean =>
  pattern.length === path.length &&
  pattern.every((part, at) => part === ANY_NAME || part === String(path[at]));

/** A sibling with nearly the same name, else the same name in another table. */
const suggestKey = (path: readonly string[], keys: readonly ConfigKey[]): string | null => {
  const name = path.at(-1) ?? '';
  const table = path.slice(0, -1);
  const siblings = keys.filter((key) => isAt(key.path.slice(0, -1), table)).map((key) => key.path.at(-1)!);
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
  if (issue.code === 'invalid_format') return `of the form ${issue.pattern ?? issue.format}`;
  if (issue.code === 'too_big') return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
  const type = typeAt(path);
  return /^(array|table|whole|number|string|boolean)/.test(type)
    ? `a${type.startsWith('a') ? 'n' : ''} ${type}`
    : type;
};

/** Elements of arrays and tables have the type declared by their container. */
const typeAt = (path: Path): string => {
  const keys = everyKey();
  const own = keys.find((key) => isAt(key.path, path));
  if (own !== undefined) return own.type;
  const container = keys.find((key) => isAt(key.path, path.slice(0, -1)));
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
