import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { extractionEdition } from '../../../core/analyse/source/rules-for.ts';
import type { FactRow, FactTable } from '../../../core/domain/fact-table.ts';
import type { FactStore } from '../../ports/fact-store.ts';
import { placeFile } from './durable-file.ts';
import { readRegularFile, sha256Of } from './regular-file.ts';
import { storeLayout } from './store-layout.ts';

/** Facts that other rules extracted are no facts. */
const VERSION = `hydra-facts-1-${sha256Of(extractionEdition()).slice(0, 16)}`;
const FILE = 'facts.pack';

const Header = z.tuple([z.literal(VERSION), z.string(), z.int().nonnegative(), z.int().nonnegative()]);

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
  const header = JSON.stringify([VERSION, sha256Of(body), text.length, numbers.length]);
  return Buffer.concat([Buffer.from(`${header}\n`), body]);
};

/** Null for anything but what `encode` made on a machine of this byte order. */
const decode = (bytes: Buffer): FactTable | null => {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || end > 500) return null;
  const header = Header.safeParse(JSON.parse(bytes.toString('utf8', 0, end)));
  if (!header.success) return null;
  const [, digest, textLength, numbersLength] = header.data;
  const body = bytes.subarray(end + 1);
  if (body.length !== textLength + numbersLength || sha256Of(body) !== digest) return null;
  const [names, rows] = JSON.parse(body.toString('utf8', 0, textLength)) as [string[], StoredRow[]];
  const entries = new Uint32Array(numbersLength / 4);
  Buffer.from(entries.buffer).set(body.subarray(textLength));
  return { names, entries, rows: new Map(rows.map(restoreRow)) };
};

/** `.hydra/cache/facts.pack`: whole and of this version, or thrown away. */
export const openFactPack = (repositoryRoot: string): FactStore => {
  const folder = join(storeLayout(repositoryRoot).home, 'cache');
  const path = join(folder, FILE);
  return {
    async load() {
      try {
        return decode(readRegularFile(path));
      } catch {
        return null;
      }
    },
    async save(table) {
      await mkdir(folder, { recursive: true });
      await placeFile(path, encode(table));
    },
    clear: () => rm(path, { force: true }),
  };
};
