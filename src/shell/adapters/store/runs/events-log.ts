import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import type { RunEvent, StoredEvent, Trace } from '../../../ports/run-store.ts';
import { readRegularFile } from '../files/regular-file.ts';

export type EventsLog = {
  append(event: RunEvent): Promise<void>;
  /** Down to the disk: nothing may be appended later. */
  close(): Promise<void>;
};

const NEWLINE = 10;
const APPEND = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

const withFile = async (path: string, effect: (file: FileHandle) => Promise<void>): Promise<void> => {
  const file = await open(path, APPEND);
  try {
    await effect(file);
  } finally {
    await file.close();
  }
};

export const createEventsLog = async (path: string, now: () => number): Promise<EventsLog> => {
  await (await open(path, 'ax', 0o644)).close();
  return appendTo(path, now, { seq: 0, torn: false });
};

/** Goes on after what a killed process wrote; half a line of its is closed by the next. */
export const reopenEventsLog = (path: string, now: () => number): EventsLog => {
  const bytes = readRegularFile(path);
  const last = readTrace(path).events.reduce((most, { seq }) => Math.max(most, seq), -1);
  return appendTo(path, now, { seq: last + 1, torn: bytes.length > 0 && bytes.at(-1) !== NEWLINE });
};

/** One line an event, in the order of the calls. A kill loses nothing written; a power cut may lose the last lines. */
const appendTo = (
  path: string,
  now: () => number,
  from: { readonly seq: number; readonly torn: boolean },
): EventsLog => {
  let { seq, torn } = from;
  let closed = false;
  let last: Promise<void> = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    const text = torn ? `\n${line}` : line;
    torn = true;
    await withFile(path, (file) => file.appendFile(text));
    torn = false;
  };
  return {
    append(event) {
      if (closed) return Promise.reject(new Error('the run has ended; nothing can be recorded'));
      const line = `${canonicalJson({ ...event, seq: seq++, time: new Date(now()).toISOString() })}\n`;
      const written = last.then(() => write(line));
      last = written.catch(() => undefined);
      return written;
    },
    async close() {
      if (closed) return;
      closed = true;
      await last;
      await withFile(path, (file) => file.sync());
    },
  };
};

export const readTrace = (path: string): Trace => {
  const lines = readRegularFile(path).toString('utf8').split('\n');
  const rest = lines.pop();
  const events = lines.map(parseEvent).filter((event) => event !== null);
  return { events, torn: rest !== '' || events.length < lines.length };
};

const parseEvent = (line: string): StoredEvent | null => {
  try {
    const event: unknown = JSON.parse(line);
    return isStoredEvent(event) ? event : null;
  } catch {
    return null;
  }
};

const isStoredEvent = (value: unknown): value is StoredEvent =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'seq' in value &&
  typeof value.seq === 'number' &&
  'time' in value &&
  typeof value.time === 'string';
