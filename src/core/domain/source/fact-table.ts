import type { ImportFact, SourceFacts, LanguageId } from './source-facts.ts';

/** One file's facts within a table. */
export type FactRow = {
  readonly language: LanguageId;
  readonly lines: number;
  readonly damaged: boolean;
  readonly module: string;
  readonly imports: readonly ImportFact[];
  /** Its part of `entries`, in pairs. */
  readonly first: number;
  readonly last: number;
};

/** Facts of many files by content: names are numbered once, so that a million of them are two columns of numbers. */
export type FactTable = {
  readonly names: readonly string[];
  /** Pairs: number of a name, then role and count in one number. */
  readonly entries: Uint32Array;
  readonly rows: ReadonlyMap<string, FactRow>;
};

export type FactTableBuilder = {
  has(key: string): boolean;
  add(key: string, facts: SourceFacts): void;
  table(): FactTable;
};

const FIRST_SIZE = 1 << 16;

/** Same content and same kind of file, same facts. */
export const factKey = (blob: string, path: string): string =>
  `${blob}.${path.slice(path.lastIndexOf('.') + 1).toLowerCase()}`;

/** Names and numbers only ever grow: tables made one after the other share them, each looking at its own part. */
type Storage = {
  readonly names: string[];
  known: Map<string, number> | null;
  entries: Uint32Array;
  used: number;
};

const storages = new WeakMap<FactTable, Storage>();

const storageFor = (from: FactTable | null): Storage => {
  const shared = from === null ? undefined : storages.get(from);
  if (shared && from && shared.used === from.entries.length) return shared;
  const used = from?.entries.length ?? 0;
  const entries = new Uint32Array(Math.max(FIRST_SIZE, used));
  if (from) entries.set(from.entries);
  return { names: [...(from?.names ?? [])], known: null, entries, used };
};

const numberIn = (storage: Storage, name: string): number => {
  storage.known ??= new Map(storage.names.map((each, at) => [each, at]));
  const at = storage.known.get(name) ?? storage.names.push(name) - 1;
  storage.known.set(name, at);
  return at;
};

/** Begins with what another table holds; that one stays as it is. */
export const buildFactTable = (from: FactTable | null = null): FactTableBuilder => {
  const storage = storageFor(from);
  const rows = new Map(from?.rows ?? []);
  return {
    has: (key) => rows.has(key),
    add(key, { names: own, entries: pairs, ...facts }) {
      if (rows.has(key)) return;
      if (storage.used + pairs.length > storage.entries.length) {
        const larger = new Uint32Array(2 * (storage.used + pairs.length));
        larger.set(storage.entries);
        storage.entries = larger;
      }
      const numbers = own.map((name) => numberIn(storage, name));
      const first = storage.used;
      for (let at = 0; at < pairs.length; at += 2) {
        storage.entries[first + at] = numbers[pairs[at] ?? 0] ?? 0;
        storage.entries[first + at + 1] = pairs[at + 1] ?? 0;
      }
      storage.used += pairs.length;
      rows.set(key, { ...facts, first, last: storage.used });
    },
    table() {
      const table = { names: storage.names, entries: storage.entries.subarray(0, storage.used), rows };
      storages.set(table, storage);
      return table;
    },
  };
};

/** Some rows as facts of their own, to be added to another table. */
export const factsOf = ({ names, entries }: FactTable, row: FactRow): SourceFacts => {
  const [own, pairs] = [[] as string[], entries.slice(row.first, row.last)];
  for (let at = 0; at < pairs.length; at += 2) pairs[at] = own.push(names[pairs[at] ?? 0] ?? '') - 1;
  const { language, lines, damaged, module, imports } = row;
  return { language, lines, damaged, module, imports, names: own, entries: pairs };
};

/** A table of those rows alone that are asked for. */
export const pickRows = (table: FactTable, isWanted: (key: string) => boolean): FactTable => {
  const builder = buildFactTable();
  for (const [key, row] of table.rows) if (isWanted(key)) builder.add(key, factsOf(table, row));
  return builder.table();
};
