import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors/user-error.ts';
import type { FollowedEvent, FollowOptions } from '../../../ports/run-store.ts';
import { readClaim } from '../../system/claim.ts';
import { openRegular } from '../../system/regular-file.ts';
import { errnoOf, onDisk } from '../files/store-fault.ts';
import { parseEvent } from './events-log.ts';
import { unknownRun } from './read-run.ts';
import { isRunId } from './run-id.ts';

const NEWLINE = 10;
const POLL_MS = 100;
const CHUNK_BYTES = 256 * 1024;
/** A new run's folder exists a moment before its claim and trace. */
const START_MS = 2000;

const badPosition = (id: string, from: number): UserError =>
  new UserError(
    'bad-position',
    `No event of run ${id} ends at position ${from}.`,
    'Continue from a position that following this run gave, or from 0.',
  );

/** Bytes from a position to the end of the file, or enough for at least one line. Null: there is no file. */
const readFrom = async (path: string, position: number): Promise<Buffer | null> => {
  const file = await openRegular(path, 'read').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    for (let size = CHUNK_BYTES; ; size *= 4) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, position);
      const bytes = buffer.subarray(0, bytesRead);
      if (bytesRead < size || bytes.includes(NEWLINE)) return bytes;
    }
  } finally {
    await file.close();
  }
};

/** Only whole lines: a writer may be in the middle of the last one. */
const readLines = (bytes: Buffer, position: number): { events: FollowedEvent[]; position: number } => {
  const events: FollowedEvent[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const event = parseEvent(bytes.toString('utf8', start, end));
    start = end + 1;
    if (event !== null) events.push({ position: position + start, event });
  }
  return { events, position: position + start };
};

const checkPosition = async (path: string, id: string, from: number): Promise<void> => {
  if (from === 0) return;
  const before =
    Number.isSafeInteger(from) && from > 0
      ? await onDisk('following the run', () => readFrom(path, from - 1))
      : null;
  if (before?.[0] !== NEWLINE) throw badPosition(id, from);
};

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/** A trace, and how to detect its end. */
export type FollowedTrace = {
  readonly id: string;
  readonly folder: string;
  readonly path: string;
  /** Appears when the run is stored. */
  readonly seal: string;
  /** Held by the process that writes. */
  readonly claim: string;
};

/** Yields events as they are written. A run writes its last event before it appears finished. */
export const followTrace = async function* (
  { id, folder, path, seal, claim }: FollowedTrace,
  { from = 0, signal }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  if (!isRunId(id) || !existsSync(folder)) throw unknownRun(id);
  await checkPosition(path, id, from);
  const isOver = async (): Promise<boolean> =>
    !existsSync(folder) || existsSync(seal) || (await readClaim(claim)) === null;
  let [position, waitedMs] = [from, 0];
  const aborted = (): boolean => signal?.aborted === true;
  while (!aborted()) {
    const over = await isOver();
    const bytes = await onDisk('following the run', () => readFrom(path, position));
    const read = readLines(bytes ?? Buffer.alloc(0), position);
    for (const followed of read.events) {
      yield followed;
      if (aborted()) return;
    }
    const advanced = read.position > position;
    position = read.position;
    if (advanced) continue;
    const starting = bytes === null && existsSync(folder) && waitedMs < START_MS;
    if (over && !starting) return;
    await pause(POLL_MS, signal);
    waitedMs += POLL_MS;
  }
};
