import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { LogFile, LogLines, LogMatch, LogQuery } from '../../../ports/run-window.ts';
import { openRegular } from '../../system/regular-file.ts';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;
/** Offsets are remembered at this interval of lines. */
const STRIDE = 256;
/** Longer lines are cut: people do not read them, and a page cannot lay them out. */
const MOST_CHARS = 8_000;
const MOST_LINE_BYTES = 4 * MOST_CHARS;
const SHOWN_OF_MATCH = 400;
const BEFORE_MATCH = 80;

type Scan = {
  readonly sha256: string;
  readonly bytes: number;
  readonly lines: number;
  readonly offsets: readonly number[];
};

const withFile = async <T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> => {
  const file = await openRegular(path, 'read');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
};

async function* chunksOf(file: FileHandle, from: number): AsyncGenerator<Buffer> {
  for (let at = from; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Digest, number of lines and where they begin, in one pass with bounded memory. */
export const scanLog = (path: string): Promise<Scan> =>
  withFile(path, async (file) => {
    const digest = createHash('sha256');
    const offsets = [0];
    let [bytes, lines, last] = [0, 0, NEWLINE];
    for await (const chunk of chunksOf(file, 0)) {
      digest.update(chunk);
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
        lines += 1;
        if (lines % STRIDE === 0) offsets.push(bytes + at + 1);
      }
      bytes += chunk.length;
      last = chunk.at(-1) ?? last;
    }
    return { sha256: digest.digest('hex'), bytes, lines: last === NEWLINE ? lines : lines + 1, offsets };
  });

/** Whole lines, without the last line end. `long`: the first one was cut. */
type Block = { readonly first: number; readonly body: Buffer; readonly long: boolean };

const countLines = (body: Buffer): number => {
  let lines = 1;
  for (let at = body.indexOf(NEWLINE); at >= 0; at = body.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
};

/** From the last remembered offset before a line on. Of a very long line only the beginning is kept in memory. */
async function* blocksFrom(file: FileHandle, { offsets }: Scan, from: number): AsyncGenerator<Block> {
  const known = Math.min(Math.floor(from / STRIDE), offsets.length - 1);
  let first = known * STRIDE;
  let carried: Buffer = Buffer.alloc(0);
  let long = false;
  const carry = (part: Buffer): void => {
    const room = Math.max(0, MOST_LINE_BYTES - carried.length);
    long ||= part.length > room;
    if (room > 0) carried = Buffer.concat([carried, part.subarray(0, room)]);
  };
  for await (const chunk of chunksOf(file, offsets[known] ?? 0)) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end < 0) {
      carry(chunk);
      continue;
    }
    const head = chunk.indexOf(NEWLINE);
    carry(chunk.subarray(0, head));
    const body = Buffer.concat([carried, chunk.subarray(head, end)]);
    yield { first, body, long };
    first += countLines(body);
    [carried, long] = [Buffer.alloc(0), false];
    carry(chunk.subarray(end + 1));
  }
  if (carried.length > 0) yield { first, body: carried, long };
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const linesOf = ({ body }: Block): readonly string[] => body.toString('utf8').split('\n').map(withoutReturn);

const readLines = (path: string, scan: Scan, from: number, count: number): Promise<LogLines> =>
  withFile(path, async (file) => {
    const [text, cut]: [string[], number[]] = [[], []];
    if (count <= 0) return { text, cut };
    for await (const block of blocksFrom(file, scan, from)) {
      for (const [at, line] of linesOf(block).entries()) {
        if (block.first + at < from) continue;
        if (line.length > MOST_CHARS || (at === 0 && block.long)) cut.push(text.length);
        text.push(line.slice(0, MOST_CHARS));
        if (text.length >= count) return { text, cut };
      }
    }
    return { text, cut };
  });

const excerpt = (text: string, at: number): string => {
  const from = Math.max(0, Math.min(at - BEFORE_MATCH, text.length - SHOWN_OF_MATCH));
  return text.slice(from, from + SHOWN_OF_MATCH);
};

/** Plain text: a user's pattern could take forever. */
const searchLines = (path: string, scan: Scan, { text, from, limit, caseSensitive }: LogQuery) =>
  withFile(path, async (file) => {
    const matches: LogMatch[] = [];
    const fold = (line: string): string => (caseSensitive ? line : line.toLowerCase());
    const wanted = fold(text);
    for await (const block of blocksFrom(file, scan, from)) {
      if (!fold(block.body.toString('utf8')).includes(wanted)) continue;
      for (const [at, line] of linesOf(block).entries()) {
        const number = block.first + at;
        const found = number < from ? -1 : fold(line).indexOf(wanted);
        if (found < 0) continue;
        if (matches.length >= limit) return { matches, next: number };
        matches.push({ line: number, at: found, text: excerpt(line, found) });
      }
    }
    return { matches, next: null };
  });

const findLines = (path: string, scan: Scan, test: (line: string) => boolean, limit: number) =>
  withFile(path, async (file) => {
    const found: number[] = [];
    for await (const block of blocksFrom(file, scan, 0)) {
      for (const [at, line] of linesOf(block).entries()) if (test(line)) found.push(block.first + at);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  });

async function* streamFile(path: string): AsyncGenerator<Uint8Array> {
  const file = await openRegular(path, 'read');
  try {
    yield* chunksOf(file, 0);
  } finally {
    await file.close();
  }
}

export const logFile = (path: string, scan: Scan): LogFile => ({
  digest: scan.sha256,
  bytes: scan.bytes,
  lines: scan.lines,
  read: (from, count) => readLines(path, scan, from, count),
  search: (query) => searchLines(path, scan, query),
  find: (test, limit) => findLines(path, scan, test, limit),
  stream: () => streamFile(path),
});
