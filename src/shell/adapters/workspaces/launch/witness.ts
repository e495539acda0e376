import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attempt } from '../../../../core/domain/check/attempt.ts';

/** Decoy files in a sandbox's home that no check has a reason to open; their content is worthless. */
const CANARIES = {
  '.ssh': ['id_rsa', 'id_ed25519'],
  '.aws': ['credentials'],
} as const;
const CONTENT = 'nothing of worth is kept here\n';
/** Older than the file's own change, so that the kernel records the first read even with relaxed access times. */
const LONG_AGO = new Date('2001-01-01T00:00:00Z');

export type Witness = {
  /** Host folder → path below the home. */
  readonly binds: readonly (readonly [source: string, at: string])[];
  /** Called once the first process inside is known. */
  meet(pid: number): void;
  /** Called when everything inside has ended. */
  testify(): Promise<readonly Attempt[]>;
};

type Seen = { readonly path: string; readonly name: string; readonly changedMs: number };

const layCanaries = async (folder: string): Promise<readonly Seen[]> => {
  const laid: Seen[] = [];
  for (const [place, names] of Object.entries(CANARIES)) {
    await mkdir(join(folder, place), { recursive: true, mode: 0o700 });
    for (const name of names) {
      const path = join(folder, place, name);
      await writeFile(path, CONTENT, { mode: 0o600 });
      await utimes(path, LONG_AGO, LONG_AGO);
      laid.push({ path, name: `${place}/${name}`, changedMs: (await stat(path)).ctimeMs });
    }
  }
  return laid;
};

/** Resetting the access time changes the file's own change time. */
const readCanaries = async (laid: readonly Seen[]): Promise<readonly Attempt[]> => {
  const attempts: Attempt[] = [];
  for (const { path, name, changedMs } of laid) {
    const now = await stat(path).catch(() => null);
    if (now === null || now.ctimeMs !== changedMs)
      attempts.push({ kind: 'secret-write', detail: `~/${name}` });
    else if (now.atimeMs > LONG_AGO.getTime()) attempts.push({ kind: 'secret-read', detail: `~/${name}` });
  }
  return attempts;
};

const strangersIn = async (folder: string): Promise<readonly Attempt[]> => {
  const attempts: Attempt[] = [];
  for (const [place, names] of Object.entries(CANARIES))
    for (const name of await readdir(join(folder, place)).catch(() => []))
      if (!(names as readonly string[]).includes(name))
        attempts.push({ kind: 'secret-write', detail: `~/${place}/${name.slice(0, 60)}` });
  return attempts;
};

const MAX_SNMP_BYTES = 65_536;

/** Packets that the sandbox's own network could not route: the kernel counts them, including name lookups. */
const countNoRoutes = (descriptor: number): number => {
  const bytes = Buffer.alloc(MAX_SNMP_BYTES);
  const text = bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, MAX_SNMP_BYTES, 0));
  const [names = '', values = ''] = text.split('\n').filter((line) => line.startsWith('Ip:'));
  const at = names.split(' ').indexOf('OutNoRoutes');
  return at < 0 ? 0 : Number(values.split(' ')[at] ?? 0);
};

const MOST_ATTEMPTS = 20;

/** `folder`: empty, only for this job. `network`: the job has the machine's network, whose counters show nothing. */
export const callWitness = async (folder: string, network: boolean): Promise<Witness> => {
  const laid = await layCanaries(folder);
  let counters: number | null = null;
  return {
    binds: Object.keys(CANARIES).map((place) => [join(folder, place), place]),
    meet(pid) {
      if (network || counters !== null) return;
      try {
        // Held open, it can be read after the end: the kernel keeps the counters that long.
        counters = openSync(`/proc/${pid}/net/snmp`, 'r');
      } catch {
        // The process has already ended, or this system does not show it.
      }
    },
    async testify() {
      const tries = counters === null ? 0 : countNoRoutes(counters);
      if (counters !== null) closeSync(counters);
      return [
        ...(tries > 0 ? [{ kind: 'network' as const, detail: `${tries} times` }] : []),
        ...(await readCanaries(laid)),
        ...(await strangersIn(folder)),
      ].slice(0, MOST_ATTEMPTS);
    },
  };
};
