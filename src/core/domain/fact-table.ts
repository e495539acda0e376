import type { ImportFact, SourceFacts, SourceLanguage } from './source-facts.ts';

/** One file's facts within a table. */
export type FactRow = {
  readonly language: SourceLanguage;
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

/** Begins with what another table holds; that one stays as it is. */
export const buildFactTable = (from: FactTable | null = null): FactTableBuilder => {
  const names = [...(from?.names ?? [])];
  const rows = new Map(from?.rows ?? []);
  let known: Map<string, number> | null = null;
  let used = from?.entries.length ?? 0;
  let entries = new Uint32Array(Math.max(FIRST_SIZE, used));
  if (from) entries.set(from.entries);
  const numberOf = (name: string): number => {
    known ??= new Map(names.map((each, at) => [each, at]));
    const at = known.get(name) ?? names.push(name) - 1;
    known.set(name, at);
    return at;
  };
  return {
    has: (key) => rows.has(key),
    add(key, { names: own, entries: pairs, ...facts }) {
      if (rows.has(key)) return;
      if (used + pairs.length > entries.length) {
        const larger = new Uint32Array(2 * (used + pairs.length));
        larger.set(entries);
        entries = larger;
      }
      const numbers = own.map(numberOf);
      const first = used;
      for (let at = 0; at < pairs.length; at += 2) {
        entries[used] = numbers[pairs[at] ?? 0] ?? 0;
        entries[used + 1] = pairs[at + 1] ?? 0;
        used += 2;
      }
      rows.set(key, { ...facts, first, last: used });
    },
    table: () => ({ names, entries: entries.subarray(0, used), rows }),
  };
};
