import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { extractionEdition } from '../../../../core/analyse/source/extraction-edition.ts';
import {
  buildFactTable,
  type FactRow,
  type FactTable,
  factsOf,
  pickRows,
} from '../../../../core/domain/source/fact-table.ts';
import type { FactStore } from '../../../ports/fact-store.ts';
import { writeFileAtomically } from '../files/durable-file.ts';
import { readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { storeLayout } from '../runs/store-layout.ts';

/** Facts extracted by other rules are not valid. */
const VERSION = `hydra-facts-1-${sha256Of(extractionEdition()).slice(0, 16)}`;

const Header = z.tuple([
  z.literal(VERSION),
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.int().nonnegative(),
]);

/** Protects against accidents, not attacks: a process that can write here can write a digest too. */
const checkOf = (body: Uint8Array): number => crc32(body);

type StoredRow = readonly [
  string,
  FactRow['language'],
  number,
  0 | 1,
  string,
  readonly StoredImport[],
  number,
  number,
];
type StoredImport = readonly [string, readonly string[], 0 | 1];

const storeRow = ([key, row]: readonly [string, FactRow]): StoredRow => [
  key,
  row.language,
  row.lines,
  row.damaged ? 1 : 0,
  row.module,
  row.imports.map(({ from, names, typeOnly }) => [from, names, typeOnly ? 1 : 0]),
  row.first,
  row.last,
];

const restoreRow = ([key, language, lines, damaged, module, imports, first, last]: StoredRow): readonly [
  string,
  FactRow,
] => [
  key,
  {
    language,
    lines,
    damaged: damaged === 1,
    module,
    imports: imports.map(([from, names, typeOnly]) => ({ from, names, typeOnly: typeOnly === 1 })),
    first,
    last,
  },
];

/** A line with version, digest and lengths, then names and rows as JSON, then the numbers as they are in memory. */
const encode = ({ names, entries, rows }: FactTable): Buffer => {
  const text = Buffer.from(JSON.stringify([names, [...rows].map(storeRow)]));
  const numbers = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const body = Buffer.concat([text, numbers]);
  const header = JSON.stringify([VERSION, checkOf(body), text.length, numbers.length]);
  return Buffer.concat([Buffer.from(`${header}\n`), body]);
};

/** Null for anything that `encode` did not write on a machine of this byte order. */
const decode = (bytes: Buffer): FactTable | null => {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || end > 500) return null;
  const header = Header.safeParse(JSON.parse(bytes.toString('utf8', 0, end)));
  if (!header.success) return null;
  const [, digest, textLength, numbersLength] = header.data;
  const body = bytes.subarray(end + 1);
  if (body.length !== textLength + numbersLength || checkOf(body) !== digest) return null;
  const [names, rows] = JSON.parse(body.toString('utf8', 0, textLength)) as [string[], StoredRow[]];
  const entries = new Uint32Array(numbersLength / 4);
  Buffer.from(entries.buffer).set(body.subarray(textLength));
  return { names, entries, rows: new Map(rows.map(restoreRow)) };
};

const read = (path: string): FactTable | null => {
  try {
    return decode(readRegularFile(path));
  } catch {
    return null;
  }
};

/** Changes when another process writes. */
const lookAt = async (paths: readonly string[]): Promise<string> => {
  const seen = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => null)));
  return seen.map((each) => `${each?.ino} ${each?.size} ${each?.mtimeNs}`).join();
};

const NOTHING: FactTable = { names: [], entries: new Uint32Array(0), rows: new Map() };

/** A few new facts go into a small file next to the large one. */
const MAX_RECENT = 50;
const MAX_RECENT_SHARE = 0.02;

/**
 * `.hydra/cache/facts.pack`, and later additions in `facts-recent.pack`. A file that is incomplete or of another
 * edition is discarded. A recent file that belongs to another large one is still valid: facts are stored by content.
 */
export const openFactPack = (repositoryRoot: string): FactStore => {
  const folder = join(storeLayout(repositoryRoot).home, 'cache');
  const [large, recent] = [join(folder, 'facts.pack'), join(folder, 'facts-recent.pack')];
  const stored = new WeakMap<FactTable, FactTable>();
  let last: { readonly table: FactTable; readonly seen: string } | null = null;
  return {
    async load() {
      if (last !== null && last.seen === (await lookAt([large, recent]))) return last.table;
      const [base, late] = [read(large), read(recent)];
      if (late === null) return base;
      if (base === null) {
        stored.set(late, NOTHING);
        return late;
      }
      const builder = buildFactTable(base);
      for (const [key, row] of late.rows) builder.add(key, factsOf(late, row));
      const table = builder.table();
      stored.set(table, base);
      return table;
    },
    async save(table, known, pruned) {
      await mkdir(folder, { recursive: true });
      const base = known === null ? null : (stored.get(known) ?? known);
      const fresh = table.rows.size - (base?.rows.size ?? 0);
      if (base !== null && fresh <= Math.max(MAX_RECENT, MAX_RECENT_SHARE * base.rows.size)) {
        await writeFileAtomically(recent, encode(pickRows(table, (key) => !base.rows.has(key))));
        stored.set(table, base);
        last = { table, seen: await lookAt([large, recent]) };
      } else {
        const kept = pruned();
        await writeFileAtomically(large, encode(kept));
        await rm(recent, { force: true });
        last = { table: kept, seen: await lookAt([large, recent]) };
      }
    },
  };
};
