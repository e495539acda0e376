import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

const START_TIME_FIELD = 19;

/** Process ids are reused; together with the start time they name one process. Null: it has ended. */
const processIdentity = (pid: number): string | null => {
  if (process.platform === 'linux') return fromProc(pid);
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started === '' ? null : `${pid} ${started}`;
  } catch {
    return null;
  }
};

/** The name in brackets may contain anything, so fields are counted after it. A zombie has ended. */
const fromProc = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid} ${fields[START_TIME_FIELD]}`;
  } catch {
    return null;
  }
};

const BEAT_MS = 30_000;
/** A process on another machine is known only by its heartbeat. */
const SILENT_AFTER_MS = 600_000;

/** Claims something for as long as this process lives. */
export type Claim = { release(): Promise<void> };
export type Claimant = { readonly pid: number; readonly host: string; readonly sinceMs: number };

/** Null if a living process has already claimed it. */
export const takeClaim = async (path: string): Promise<Claim | null> => {
  await mkdir(dirname(path), { recursive: true });
  const mine = `${path}.${randomBytes(6).toString('hex')}`;
  const identity = processIdentity(process.pid);
  await writeFile(mine, JSON.stringify({ pid: process.pid, identity, host: hostname() }));
  try {
    while (!(await linked(mine, path))) {
      if ((await readClaim(path)) !== null) return null;
      await setAside(path);
    }
  } finally {
    await rm(mine, { force: true });
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      await rm(path, { force: true });
    },
  };
};

/** The living owner; null: none. */
export const readClaim = async (path: string): Promise<Claimant | null> => {
  try {
    const [text, { mtimeMs, birthtimeMs, ctimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const claim = JSON.parse(text) as { pid?: unknown; identity?: unknown; host?: unknown };
    const { pid, identity, host } = claim;
    if (typeof pid !== 'number' || typeof host !== 'string') return null;
    const alive =
      host === hostname() ? processIdentity(pid) === identity : Date.now() - mtimeMs < SILENT_AFTER_MS;
    const sinceMs = birthtimeMs > 0 ? birthtimeMs : Math.min(mtimeMs, ctimeMs);
    return alive ? { pid, host, sinceMs } : null;
  } catch {
    return null;
  }
};

/** Created complete and only if nothing is there: linking is a single step. */
const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const setAside = async (path: string): Promise<void> => {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await rename(path, aside).catch(() => undefined);
  await rm(aside, { force: true });
};
