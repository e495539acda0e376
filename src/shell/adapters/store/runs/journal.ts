import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import { syncFolder } from '../files/durable-file.ts';
import { readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { errnoOf } from '../files/store-fault.ts';

const NEWLINE = 10;

/** Each line vouches for every byte before `after`, so writers need no lock: two may vouch for the same prefix. */
const JournalEntry = z.strictObject({
  run: z.string(),
  manifest: Sha256,
  after: z.int().nonnegative(),
  chain: Sha256,
});
type JournalEntry = z.infer<typeof JournalEntry>;

export type Journal = { readonly entries: readonly JournalEntry[]; readonly intact: boolean };

/** One write of one line in append mode: complete or cut short, never mixed with another writer's. */
export const appendToJournal = async (path: string, run: string, manifest: string): Promise<void> => {
  const seen = readOrEmpty(path);
  const line = `${canonicalJson({ run, manifest, after: seen.length, chain: sha256Of(seen) })}\n`;
  const endsInLine = seen.length === 0 || seen.at(-1) === NEWLINE;
  const bytes = Buffer.from(endsInLine ? line : `\n${line}`);
  const file = await open(path, 'a', 0o644);
  try {
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) await file.appendFile(bytes.subarray(bytesWritten));
    await file.sync();
  } finally {
    await file.close();
  }
  if (seen.length === 0) await syncFolder(dirname(path));
};

export const readJournal = (path: string): Journal => {
  const bytes = readOrEmpty(path);
  const entries: JournalEntry[] = [];
  let intact = true;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const entry = parseEntry(bytes.toString('utf8', start, end));
    if (entry !== null) {
      intact &&= entry.after <= start;
      entries.push(entry);
    }
    start = end + 1;
  }
  return { entries, intact: intact && chainsHold(bytes, entries) };
};

/** One pass over the file, however many lines vouch. */
const chainsHold = (bytes: Buffer, entries: readonly JournalEntry[]): boolean => {
  const hash = createHash('sha256');
  let hashed = 0;
  for (const { after, chain } of entries.toSorted((one, other) => one.after - other.after)) {
    hash.update(bytes.subarray(hashed, after));
    hashed = after;
    if (hash.copy().digest('hex') !== chain) return false;
  }
  return true;
};

/** A line that is not an entry was cut short by a crash; if it was damaged later, the lines after it no longer vouch. */
const parseEntry = (line: string): JournalEntry | null => {
  try {
    return JournalEntry.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
};

const readOrEmpty = (path: string): Buffer => {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};
