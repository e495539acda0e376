import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const POLL_MS = 300;
const CHUNK_BYTES = 256 * 1024;
/** A longer line is left out. */
const LONGEST_LINE = 1024 * 1024;
const TO_READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

export type FollowedFile = {
  /** When a byte was last added; milliseconds of the monotonic clock. */
  readonly grewAt: () => number;
  /** Reads what is left and ends. */
  readonly end: () => Promise<void>;
};

/** Lines of a file that a program is writing, as they are completed; the last one also without its end. */
export const followLines = (path: string, onLine: (line: string) => void): FollowedFile => {
  const decoder = new StringDecoder('utf8');
  let [position, rest, skipping, grewAt] = [0, '', false, performance.now()];
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!skipping) onLine(line);
      skipping = false;
    }
    if (rest.length > LONGEST_LINE) [rest, skipping] = ['', true];
  };
  const look = async (): Promise<void> => {
    const file = await open(path, TO_READ).catch(() => null);
    if (file === null) return;
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        grewAt = performance.now();
        take(decoder.write(buffer.subarray(0, bytesRead)));
      }
    } finally {
      await file.close();
    }
  };
  let last: Promise<void> = Promise.resolve();
  const next = (): Promise<void> => (last = last.then(look, look));
  const timer = setInterval(() => void next().catch(() => undefined), POLL_MS);
  return {
    grewAt: () => grewAt,
    end: async () => {
      clearInterval(timer);
      await next().catch(() => undefined);
      take(decoder.end());
      if (rest !== '' && !skipping) onLine(rest);
      rest = '';
    },
  };
};
