import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as z from 'zod';
import { canonicalDocument } from '../../../../core/domain/json/canonical-json.ts';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import { writeFileDurably } from '../files/durable-file.ts';
import { NotARegularFile, readRegularFile } from '../../system/regular-file.ts';
import { errnoOf, onDisk } from '../files/store-fault.ts';
import { parseJson } from '../../../../core/domain/json/parse-json.ts';

/** Documents by content key (sha-256); null: unknown, or incomplete. */
export type DocumentCache<T> = {
  get(key: string): Promise<T | null>;
  put(key: string, document: T): Promise<void>;
};

const ABSENT = new Set(['ENOENT', 'ELOOP', 'EISDIR', 'ENOTDIR']);

const readOrNull = (path: string): string | null => {
  try {
    return readRegularFile(path).toString('utf8');
  } catch (error) {
    if (error instanceof NotARegularFile || ABSENT.has(errnoOf(error) ?? '')) return null;
    throw error;
  }
};

/** One file per document below `folder`, written atomically; damaged ones count as unknown. */
export const openDocumentCache = <T>(
  folder: string,
  what: string,
  schema: z.ZodType<T>,
): DocumentCache<T> => {
  const placeOf = (key: string): string => {
    if (!Sha256.safeParse(key).success) throw new Error(`a ${what} is kept by a sha-256, in hexadecimal`);
    return join(folder, key.slice(0, 2), `${key}.json`);
  };
  return {
    get: (key) =>
      onDisk(`reading a known ${what}`, async () => {
        const text = readOrNull(placeOf(key));
        const read = text === null ? null : schema.safeParse(parseJson(text));
        return read?.success === true ? read.data : null;
      }),
    put: (key, document) =>
      onDisk(`keeping a ${what}`, async () => {
        const at = placeOf(key);
        await mkdir(dirname(at), { recursive: true });
        await writeFileDurably(at, canonicalDocument(document));
      }),
  };
};
