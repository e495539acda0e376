import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfAborted } from '../../../errors/abort-error.ts';

const POLL_MS = 100;
const HEARTBEAT_MS = 5000;
const STALE_MS = 30_000;

const take = async (path: string): Promise<boolean> => {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The holder died or its heartbeat stopped: a machine may be shared by containers with different process ids. */
const isStale = async (path: string): Promise<boolean> => {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const pid = Number(text);
    return Date.now() - mtimeMs > STALE_MS || (Number.isInteger(pid) && pid > 0 && !isAlive(pid));
  } catch {
    return false;
  }
};

/** Saves double work between processes; correctness rests on publishing by rename, not on this lock. */
export const holdLock = async <T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) {
    throwIfAborted(signal);
    if (await isStale(path)) {
      const aside = `${path}.${randomBytes(6).toString('hex')}`;
      await rename(path, aside).then(
        () => rm(aside, { force: true }),
        () => undefined,
      );
    } else await sleep(POLL_MS);
  }
  const beat = setInterval(
    () => void utimes(path, new Date(), new Date()).catch(() => undefined),
    HEARTBEAT_MS,
  );
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
};
