import { Witnessed } from '../../../../core/domain/check/attempt.ts';
import { constants } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import { FileDigest, Sha256 } from '../../../../core/domain/run/manifest.ts';
import type { CachedResult } from '../../../ports/run-store.ts';
import { hashFile, NotARegularFile, readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { toFileName } from '../files/safe-name.ts';
import { errnoOf } from '../files/store-fault.ts';

export const ENTRY = 'entry.jsonl';
const NOT_WHOLE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO']);

const durationMs = z.number().nonnegative();
const silentMs = z.number().nonnegative().optional();
const Outcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('exited'), exitCode: z.int(), durationMs, silentMs, ...Witnessed }),
  z.object({
    status: z.literal('timed-out'),
    timeoutMs: z.number().positive(),
    durationMs,
    silentMs,
    ...Witnessed,
  }),
  z.object({ status: z.literal('killed'), signal: z.string(), durationMs, ...Witnessed }),
]);

const CacheEntry = z.strictObject({
  version: z.literal(1),
  key: Sha256,
  outcome: Outcome,
  documents: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  root: z.string(),
  altered: z.array(z.string()).max(1000).optional(),
  logs: z.array(z.strictObject({ name: z.string(), ...FileDigest.shape })),
});
type CacheEntry = z.infer<typeof CacheEntry>;
type LogFiles = Readonly<Record<string, string>>;

/** Fills a new folder; readers can tell whether it is complete, so nothing is synced. */
export const writeEntry = async (
  folder: string,
  key: string,
  { outcome, documents, root, altered }: CachedResult,
  logFiles: LogFiles,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const logs: CacheEntry['logs'] = [];
  for (const [name, source] of Object.entries(logFiles)) {
    const path = toFileName(name, [ENTRY]);
    await copy(source, join(folder, path));
    logs.push({ name, path, ...(await hashFile(join(folder, path))) });
  }
  const entry = {
    version: 1,
    key,
    outcome: Outcome.parse(outcome),
    documents,
    root,
    ...(altered === undefined ? {} : { altered }),
    logs,
  };
  const line = canonicalJson(entry);
  await writeFile(join(folder, ENTRY), `${JSON.stringify(sha256Of(line))}\n${line}\n`);
};

/** Null: not found. `damaged`: found, but not what was written. */
export const readEntry = async (
  folder: string,
  key: string,
  into: (logName: string) => Promise<string>,
): Promise<CachedResult | 'damaged' | null> => {
  const text = readOrNull(join(folder, ENTRY));
  if (text === null) return null;
  const entry = parseEntry(text);
  if (entry === null || entry.key !== key) return 'damaged';
  for (const log of entry.logs) if (!(await takeLog(folder, log, await into(log.name)))) return 'damaged';
  const { outcome, documents, root, altered } = entry;
  return { outcome, documents, root, ...(altered === undefined ? {} : { altered }) };
};

/** The copy is hashed, not the original: only what arrived counts. */
const takeLog = async (folder: string, log: CacheEntry['logs'][number], target: string): Promise<boolean> => {
  try {
    await copy(join(folder, toFileName(log.name, [ENTRY])), target);
    const { sha256, bytes } = await hashFile(target);
    if (sha256 === log.sha256 && bytes === log.bytes) return true;
  } catch (error) {
    if (!NOT_WHOLE.has(errnoOf(error) ?? '')) throw error;
  }
  await rm(target, { force: true });
  return false;
};

/** Never a hard link: truncating or rewriting one log would change the other. */
const copy = (from: string, to: string): Promise<void> => copyFile(from, to, constants.COPYFILE_FICLONE);

const parseEntry = (text: string): CacheEntry | null => {
  const [digest, line, rest] = text.split('\n');
  if (line === undefined || rest !== '' || digest !== JSON.stringify(sha256Of(line))) return null;
  try {
    return CacheEntry.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
};

const readOrNull = (path: string): string | null => {
  try {
    return readRegularFile(path).toString('utf8');
  } catch (error) {
    if (error instanceof NotARegularFile || NOT_WHOLE.has(errnoOf(error) ?? '')) return null;
    throw error;
  }
};
