import type * as z from 'zod';

export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly string[] }
  | { readonly ok: false; readonly error: string };

/** Settings and the document's own keys are strict: a misspelt threshold must not fall back to its default. */
const STRICT_ROOTS = new Set(['policy', 'weights', 'thresholds']);
const ISSUES_SHOWN = 5;
const KEY_LENGTH_SHOWN = 80;

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const showKey = (key: PropertyKey): string => {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key).slice(0, KEY_LENGTH_SHOWN);
  return /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
};

const showPath = (path: Path): string => path.map(showKey).join('').replace(/^\./, '') || 'document';

const explain = (issues: readonly Issue[]): string => {
  const shown = issues.slice(0, ISSUES_SHOWN).map(({ path, message }) => `${showPath(path)}: ${message}`);
  const more = issues.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
};

const ignorable = (issue: Issue): Path[] | null =>
  issue.code === 'unrecognized_keys' && issue.path.length > 0 && !STRICT_ROOTS.has(String(issue.path[0]))
    ? issue.keys.map((key) => [...issue.path, key])
    : null;

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** A copy without the named paths, in one walk; everything else is shared. */
const without = (value: unknown, paths: readonly Path[]): unknown => {
  if (paths.length === 0 || !isContainer(value)) return value;
  const below = new Map<string, Path[]>();
  for (const [key, ...rest] of paths) {
    const group = below.get(String(key));
    if (group === undefined) below.set(String(key), [rest]);
    else group.push(rest);
  }
  const keep = (name: string, item: unknown): unknown => without(item, below.get(name) ?? []);
  if (Array.isArray(value)) return value.map((item: unknown, index) => keep(String(index), item));
  const isNamed = (name: string): boolean => below.get(name)?.some((rest) => rest.length === 0) ?? false;
  const kept = Object.entries(value).filter(([name]) => !isNamed(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, keep(name, item)]));
};

/** Unknown keys of facts are set aside and listed; anything else that does not fit is an error with its path. */
export const readDocument = <S extends z.ZodType>(schema: S, document: unknown): Read<z.output<S>> => {
  const strict = schema.safeParse(document);
  if (strict.success) return { ok: true, value: strict.data, notes: [] };
  const paths = strict.error.issues.map(ignorable);
  const errors = strict.error.issues.filter((_, index) => paths[index] === null);
  if (errors.length > 0) return { ok: false, error: explain(errors) };
  const ignored = paths.flatMap((path) => path ?? []);
  const again = schema.safeParse(without(document, ignored));
  if (!again.success) return { ok: false, error: explain(again.error.issues) };
  return {
    ok: true,
    value: again.data,
    notes: ignored.map((path) => `${showPath(path)}: unknown, not read`),
  };
};
