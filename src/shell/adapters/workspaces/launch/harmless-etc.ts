import { copyFileSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The parts of /etc that programs need to start; accounts, keys and services stay outside. */
const NAMES = new Set(
  [
    'ssl pki ca-certificates ca-certificates.conf crypto-policies alternatives ld.so.cache ld.so.conf ld.so.conf.d',
    'nsswitch.conf host.conf gai.conf protocols services localtime timezone locale.alias locale.conf os-release',
    'lsb-release debian_version mime.types magic magic.mime fonts terminfo inputrc maven perl php xml sgml R',
  ].flatMap((names) => names.split(' ')),
);
const FAMILIES = /^(java|python|ruby|openssl|dotnet|gradle|nodejs)[\w.+-]*$/;
/** Key material stored next to certificates; root could read it. */
const SECRET_NAMES = /^(private|entitlement|nssdb|.*\.key)$/;
/** Most entries of `alternatives` are these; programs do not read them. */
const MANUAL_PAGES = /\.gz$/;
const MAX_FILE_BYTES = 8 * 1024 * 1024;

const harmlessNames = async (): Promise<readonly string[]> =>
  (await readdir('/etc').catch(() => [])).filter((name) => NAMES.has(name) || FAMILIES.test(name)).sort();

/** Changes when the machine's certificates, libraries or alternatives do. */
export const etcIdentity = async (): Promise<readonly unknown[]> => {
  const places = [...(await harmlessNames()), 'ssl/certs', 'pki/tls/certs'];
  return Promise.all(
    places.map(async (name) => {
      const found = await stat(join('/etc', name)).catch(() => null);
      return [name, found?.mtimeMs ?? null, found?.size ?? null];
    }),
  );
};

/**
 * Links stay links: they lead to /usr, or nowhere. Unreadable files are left out. Synchronous, since handing each of a
 * thousand small steps to a thread takes several times as long as the step.
 */
const copyEntry = (from: string, to: string): void => {
  const found = lstatSync(from, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (found.isFile() && found.size <= MAX_FILE_BYTES) copyReadable(from, to);
  else if (found.isDirectory()) {
    mkdirSync(to, { recursive: true });
    const names = namesIn(from).filter((name) => !SECRET_NAMES.test(name) && !MANUAL_PAGES.test(name));
    for (const name of names) copyEntry(join(from, name), join(to, name));
  }
};

const copyReadable = (from: string, to: string): void => {
  try {
    copyFileSync(from, to);
  } catch {
    // Left out.
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** One folder to show as /etc: forty single mounts would cost more than everything else together. */
export const copyHarmlessEtc = async (target: string, more: readonly string[]): Promise<void> => {
  const names = await harmlessNames();
  for (const name of names) copyEntry(join('/etc', name), join(target, name));
  for (const file of more) {
    const to = join(target, file.slice('/etc/'.length));
    if (await lstat(to).catch(() => null)) continue;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(file, to).catch(() => undefined);
  }
};
