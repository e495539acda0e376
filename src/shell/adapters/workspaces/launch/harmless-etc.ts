import { copyFile, lstat, mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Of /etc only what programs need to start; accounts, keys and services stay outside. */
const NAMES = new Set(
  [
    'ssl pki ca-certificates ca-certificates.conf crypto-policies alternatives ld.so.cache ld.so.conf ld.so.conf.d',
    'nsswitch.conf host.conf gai.conf protocols services localtime timezone locale.alias locale.conf os-release',
    'lsb-release debian_version mime.types magic magic.mime fonts terminfo inputrc maven perl php xml sgml R',
  ].flatMap((names) => names.split(' ')),
);
const FAMILIES = /^(java|python|ruby|openssl|dotnet|gradle|nodejs)[\w.+-]*$/;
/** Key material that lives beside certificates; root could read it. */
const SECRET_NAMES = /^(private|entitlement|nssdb|.*\.key)$/;
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

/** Links stay links: they lead to /usr, or nowhere. What we may not read is left out. */
const copyEntry = async (from: string, to: string): Promise<void> => {
  const found = await lstat(from).catch(() => null);
  if (found === null) return;
  if (found.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (found.isFile() && found.size <= MAX_FILE_BYTES) await copyFile(from, to).catch(() => undefined);
  else if (found.isDirectory()) {
    await mkdir(to, { recursive: true });
    const names = (await readdir(from).catch(() => [])).filter((name) => !SECRET_NAMES.test(name));
    await Promise.all(names.map((name) => copyEntry(join(from, name), join(to, name))));
  }
};

/** One folder to show as /etc: forty single mounts would cost more than everything else together. */
export const copyHarmlessEtc = async (target: string, more: readonly string[]): Promise<void> => {
  const names = await harmlessNames();
  await Promise.all(names.map((name) => copyEntry(join('/etc', name), join(target, name))));
  for (const file of more) {
    const to = join(target, file.slice('/etc/'.length));
    if (await lstat(to).catch(() => null)) continue;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(file, to).catch(() => undefined);
  }
};
