import { parse } from 'smol-toml';
import { matchGlob } from '../../text/match-glob.ts';
import type { AssessmentJob } from '../parts/assessor.ts';
import { isObject } from '../../domain/json/is-object.ts';

/** The repository's own choice of rules, as ruff itself reads it. */
export type RuffSettings = {
  /** The file that contains them. */
  readonly file: string;
  /** For the program: as written. For the bundled one: the keys that need no tree. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Rules that do not hold in a file. */
  readonly ignoredIn: (path: string) => readonly string[];
};

const FILES = ['.ruff.toml', 'ruff.toml', 'pyproject.toml'];
const MOST_CHARS = 64 * 1024;
/** Keys that mean the same without the tree. */
const KEPT = ['target-version', 'line-length', 'indent-width', 'preview'];
/** Keys of rules before they moved into `lint`. */
const OLD = [
  'select',
  'ignore',
  'extend-select',
  'extend-ignore',
  'per-file-ignores',
  'extend-per-file-ignores',
];
const IGNORES = ['per-file-ignores', 'extend-per-file-ignores'];

type Table = Readonly<Record<string, unknown>>;

const tableIn = (table: Table, key: string): Table => {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return isObject(value) ? value : {};
};

const pick = (table: Table, keys: readonly string[]): Table =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(table, key) ? [[key, table[key]]] : [])));

const without = (table: Table, keys: readonly string[]): Table =>
  Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)));

const codesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((code) => typeof code === 'string') : [];

const toSettings = (file: string, table: Table): RuffSettings => {
  const lint = { ...pick(table, OLD), ...tableIn(table, 'lint') };
  const ignores = IGNORES.flatMap((key) => Object.entries(tableIn(lint, key)));
  return {
    file,
    options: { ...pick(table, KEPT), lint: without(lint, IGNORES) },
    ignoredIn: (path) =>
      ignores.flatMap(([pattern, codes]) =>
        matchGlob(pattern)(path) || matchGlob(`**/${pattern}`)(path) ? codesOf(codes) : [],
      ),
  };
};

/** Null: the repository has none, or the change brings it: a change must not choose the rules that judge it. */
export const findRuffSettings = async ({
  readText,
  changed,
}: Pick<AssessmentJob, 'readText' | 'changed'>): Promise<RuffSettings | null> => {
  for (const file of FILES) {
    const text = await readText(file);
    if (text === null || text.length > MOST_CHARS) continue;
    let read: unknown;
    try {
      read = parse(text);
    } catch {
      continue;
    }
    if (!isObject(read)) continue;
    if (file === 'pyproject.toml' && !isObject(tableIn(read, 'tool')['ruff'])) continue;
    const table = file === 'pyproject.toml' ? tableIn(tableIn(read, 'tool'), 'ruff') : read;
    // A file that it extends may be part of the change.
    return changed.has(file) || Object.hasOwn(table, 'extend') ? null : toSettings(file, table);
  }
  return null;
};
