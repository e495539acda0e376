import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import { Outcome, type RunOutcome } from '../../../../core/domain/run/outcome.ts';
import { Preference, type RunPreference } from '../../../../core/domain/run/preference.ts';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import { syncFolder } from '../files/durable-file.ts';
import { readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { errnoOf } from '../files/store-fault.ts';

const NEWLINE = 10;

/** Each line vouches for every byte before `after`, so writers need no lock: two may vouch for the same prefix. */
const Vouching = { run: z.string(), after: z.int().nonnegative(), chain: Sha256 };
const ManifestEntry = z.strictObject({ ...Vouching, manifest: Sha256 });
/** A person's statement is stored nowhere else, so its line vouches for itself too. */
const OutcomeEntry = z.strictObject({ ...Vouching, outcome: Outcome, digest: Sha256 });
const PreferenceEntry = z.strictObject({ ...Vouching, preference: Preference, digest: Sha256 });
type ManifestEntry = z.infer<typeof ManifestEntry>;
type StatementEntry = z.infer<typeof OutcomeEntry> | z.infer<typeof PreferenceEntry>;

export type Journal = {
  readonly entries: readonly ManifestEntry[];
  readonly outcomes: readonly RunOutcome[];
  readonly preferences: readonly RunPreference[];
  /** Runs whose outcome or preference was altered; null: the run of an altered line is unreadable. */
  readonly damagedStatements: readonly (string | null)[];
  readonly intact: boolean;
};

/** One write of one line in append mode: complete or cut short, never mixed with another writer's. */
const append = async (path: string, lineAfter: (seen: Buffer) => unknown): Promise<void> => {
  const seen = readOrEmpty(path);
  const line = `${canonicalJson(lineAfter(seen))}\n`;
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

export const appendToJournal = (path: string, run: string, manifest: string): Promise<void> =>
  append(path, (seen) => ({ run, manifest, after: seen.length, chain: sha256Of(seen) }));

type Statement = { readonly outcome: Outcome } | { readonly preference: Preference };

/** Adds a person's statement about a run. */
export const appendStatement = (path: string, run: string, statement: Statement): Promise<void> =>
  append(path, (seen) => {
    const line = { run, ...statement, after: seen.length, chain: sha256Of(seen) };
    return { ...line, digest: digestOf(line) };
  });

const digestOf = (line: object): string => sha256Of(canonicalJson(line));

export const readJournal = (path: string): Journal => {
  const bytes = readOrEmpty(path);
  const entries: ManifestEntry[] = [];
  const outcomes: RunOutcome[] = [];
  const preferences: RunPreference[] = [];
  const damagedStatements: (string | null)[] = [];
  const vouching: (ManifestEntry | StatementEntry)[] = [];
  let intact = true;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const entry = parseEntry(bytes.toString('utf8', start, end));
    if (entry === 'damaged-statement') damagedStatements.push(null);
    else if (entry !== null) {
      intact &&= entry.after <= start;
      vouching.push(entry);
      if ('manifest' in entry) entries.push(entry);
      else {
        const { digest, ...line } = entry;
        if (digestOf(line) !== digest) damagedStatements.push(entry.run);
        else if ('outcome' in entry) outcomes.push({ run: entry.run, ...entry.outcome });
        else preferences.push({ run: entry.run, ...entry.preference });
      }
    }
    start = end + 1;
  }
  return { entries, outcomes, preferences, damagedStatements, intact: intact && chainsHold(bytes, vouching) };
};

/** One pass over the file, however many lines vouch for it. */
const chainsHold = (
  bytes: Buffer,
  entries: readonly { readonly after: number; readonly chain: string }[],
): boolean => {
  const hash = createHash('sha256');
  let hashed = 0;
  for (const { after, chain } of entries.toSorted((one, other) => one.after - other.after)) {
    hash.update(bytes.subarray(hashed, after));
    hashed = after;
    if (hash.copy().digest('hex') !== chain) return false;
  }
  return true;
};

/** A line that is not an entry was cut short by a crash; if damaged later, the lines after it no longer vouch for it. */
const parseEntry = (line: string): ManifestEntry | StatementEntry | 'damaged-statement' | null => {
  const isWord = WORDS.some((word) => line.includes(word));
  let value: unknown = null;
  try {
    value = JSON.parse(line);
  } catch {
    return isWord && line.endsWith('}') ? 'damaged-statement' : null;
  }
  const entry =
    ManifestEntry.safeParse(value).data ??
    OutcomeEntry.safeParse(value).data ??
    PreferenceEntry.safeParse(value).data ??
    null;
  return entry === null && isWord ? 'damaged-statement' : entry;
};

const WORDS = ['"outcome":', '"preference":'];

const readOrEmpty = (path: string): Buffer => {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};
