import type { FileChange } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';

export type JsonChange = {
  readonly path: readonly string[];
  /** As JSON text; null if the key does not exist. */
  readonly before: string | null;
  readonly after: string | null;
};

const parse = (version: FileVersion | null): unknown => {
  try {
    return version === null ? null : JSON.parse(version.text);
  } catch {
    return null;
  }
};

/** Members down to a depth, by their path; a Map, since a key may be `__proto__`. */
const flatten = (value: unknown, depth: number): ReadonlyMap<string, string> => {
  const members = new Map<string, string>();
  const visit = (at: unknown, path: readonly string[]): void => {
    if (path.length < depth && typeof at === 'object' && at !== null && !Array.isArray(at)) {
      for (const [key, member] of Object.entries(at)) visit(member, [...path, key]);
    } else if (path.length > 0) members.set(JSON.stringify(path), JSON.stringify(at) ?? 'null');
  };
  visit(value, []);
  return members;
};

/** The differences between the two sides of a JSON file, to a depth; none if a side is not JSON. */
export const jsonChanges = (file: FileChange, depth: number): readonly JsonChange[] => {
  const [before, after] = [flatten(parse(file.before), depth), flatten(parse(file.after), depth)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path: JSON.parse(path) as string[],
      before: before.get(path) ?? null,
      after: after.get(path) ?? null,
    }));
};
