import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import { readRunEvent, type RunEvent } from '../../../../core/domain/run/run-event.ts';
import type { StoredEvent, Trace } from '../../../ports/run-store.ts';
import { readRegularFile } from '../../system/regular-file.ts';

export type EventsLog = {
  append(event: RunEvent): Promise<void>;
  /** Syncs to disk; nothing can be appended later. Rejects if a line was lost. */
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

/** Continues the trace of a killed process; its partial last line is terminated by the next write. */
export const reopenEventsLog = (path: string, now: () => number): EventsLog => {
  const bytes = readRegularFile(path);
  const last = readTrace(path).events.reduce((most, { seq }) => Math.max(most, seq), -1);
  return appendTo(path, now, { seq: last + 1, torn: bytes.length > 0 && bytes.at(-1) !== NEWLINE });
};

/**
 * One line per event, in the order of the calls; waiting lines are written together. A kill loses nothing written; a
 * power cut may lose the last lines. After a failed write nothing more is written, so the trace has no gaps.
 */
const appendTo = (
  path: string,
  now: () => number,
  from: { readonly seq: number; readonly torn: boolean },
): EventsLog => {
  let { seq, torn } = from;
  let closed = false;
  let failure: { readonly error: unknown } | null = null;
  let waiting: string[] = [];
  let last: Promise<void> = Promise.resolve();
  const writeWaiting = async (): Promise<void> => {
    if (failure !== null) throw failure.error;
    if (waiting.length === 0) return;
    const text = `${torn ? '\n' : ''}${waiting.join('')}`;
    [waiting, torn] = [[], true];
    try {
      await withFile(path, (file) => file.appendFile(text));
    } catch (error) {
      failure = { error };
      throw error;
    }
    torn = false;
  };
  return {
    append(event) {
      if (closed) return Promise.reject(new Error('the run has ended; nothing can be recorded'));
      waiting.push(`${canonicalJson({ ...event, seq: seq++, time: new Date(now()).toISOString() })}\n`);
      const written = last.then(writeWaiting);
      last = written.catch(() => undefined);
      return written;
    },
    async close() {
      if (closed) return;
      closed = true;
      await last;
      if (failure !== null) throw failure.error;
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

/** Null: not a line of a trace, such as one cut short by a kill. */
export const parseEvent = (line: string): StoredEvent | null => {
  try {
    const written: unknown = JSON.parse(line);
    if (!isLine(written)) return null;
    const { seq, time, ...event } = written;
    return { ...readRunEvent(event), seq, time };
  } catch {
    return null;
  }
};

type Line = { event: string; seq: number; time: string } & Record<string, unknown>;

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'seq' in value &&
  typeof value.seq === 'number' &&
  'time' in value &&
  typeof value.time === 'string';
