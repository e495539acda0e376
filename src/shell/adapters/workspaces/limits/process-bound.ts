import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../host/hold-lock.ts';

/** Where the kernel counts the processes of a group: version 2, then version 1. */
const PLACES = ['/sys/fs/cgroup', '/sys/fs/cgroup/pids'];
const NAME = /^hydra-(\d{1,10})-[0-9a-f]{12}$/;
const TRIES = 20;
const JOIN = 'echo $$ > "$0"; exec "$@"';

/** A limit enforced by the kernel: a fork bomb starves any process that watches it. */
export type ProcessBound = {
  /** The program, which joins the group before it starts: children of a process that joins later stay outside. */
  joined(program: readonly string[]): readonly [string, ...string[]];
  /** How often the kernel refused the job another process. */
  refusals(): number;
  release(): Promise<void>;
};

const attempt = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const newGroup = (place: string, most: number): string | null => {
  const folder = join(place, `hydra-${process.pid}-${randomBytes(6).toString('hex')}`);
  if (attempt(() => (mkdirSync(folder), true)) !== true) return null;
  if (attempt(() => (writeFileSync(join(folder, 'pids.max'), String(most), { flag: 'r+' }), true)) === true)
    return folder;
  attempt(() => rmdirSync(folder));
  return null;
};

/** Empty groups of processes that were killed. */
const removeAbandoned = (place: string): void => {
  for (const name of attempt(() => readdirSync(place)) ?? []) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) attempt(() => rmdirSync(join(place, name)));
  }
};

const releaseGroup = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (attempt(() => (rmdirSync(folder), true)) === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** A group for one job, to be joined before the job starts; null if we may not create one. */
export const makeProcessBound = (most: number): ProcessBound | null => {
  if (process.platform !== 'linux') return null;
  for (const place of PLACES) {
    removeAbandoned(place);
    const folder = newGroup(place, most);
    if (folder === null) continue;
    return {
      joined: (program) => ['/bin/sh', '-c', JOIN, join(folder, 'cgroup.procs'), ...program],
      refusals: () => {
        const events = attempt(() => readFileSync(join(folder, 'pids.events'), 'latin1')) ?? '';
        return Number(/^max (\d+)/m.exec(events)?.[1] ?? 0);
      },
      release: () => releaseGroup(folder),
    };
  }
  return null;
};
