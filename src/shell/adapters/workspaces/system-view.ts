import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Secrets, SYSTEM_FOLDERS } from './bindable-folders.ts';
import type { Toolchains } from './find-toolchains.ts';
import { isInsideAny } from './inside-folder.ts';
import type { RegistryFile } from './registry-settings.ts';

/** Of /etc only what programs need to start; accounts, keys and services stay outside. */
const ETC_NAMES = new Set(
  [
    'ssl pki ca-certificates ca-certificates.conf crypto-policies alternatives ld.so.cache',
    'ld.so.conf ld.so.conf.d nsswitch.conf host.conf gai.conf protocols services localtime timezone',
    'locale.alias locale.conf os-release lsb-release debian_version mime.types magic magic.mime',
    'fonts terminfo inputrc maven perl php xml sgml R',
  ].flatMap((names) => names.split(' ')),
);
const ETC_FAMILIES = /^(java|python|ruby|openssl|dotnet|gradle|nodejs)[\w.+-]*$/;

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const systemFolder = async (folder: string): Promise<readonly string[]> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null) return [];
  if (found.isSymbolicLink()) return ['--symlink', await readlink(folder), folder];
  return found.isDirectory() ? ['--ro-bind', folder, folder] : [];
};

const etcEntries = async (): Promise<readonly string[]> => {
  const names = (await readdir('/etc').catch(() => [])).filter(
    (name) => ETC_NAMES.has(name) || ETC_FAMILIES.test(name),
  );
  return names.flatMap((name) => ['--ro-bind-try', join('/etc', name), join('/etc', name)]);
};

export type SystemViewParts = {
  readonly toolchains: Toolchains;
  readonly secrets: Secrets;
  readonly support: string;
  readonly settings: readonly RegistryFile[];
};

/** Arguments of bubblewrap for everything that is the same in each sandbox: the machine, read-only. */
export const systemView = async (parts: SystemViewParts): Promise<readonly string[]> => {
  const { toolchains, secrets, support, settings } = parts;
  const { home, hidden } = secrets;
  const system = (await Promise.all(SYSTEM_FOLDERS.map(systemFolder))).flat();
  const shown = [...SYSTEM_FOLDERS, ...toolchains.folders];
  const masked = (await Promise.all(hidden.map(async (path) => ((await exists(path)) ? [path] : [])))).flat();
  const systemSettings = settings.filter(({ at }) => isAbsolute(at));
  return [
    ...system,
    ...(await etcEntries()),
    ...['passwd', 'group'].flatMap((name) => ['--ro-bind', join(support, 'etc', name), `/etc/${name}`]),
    ...systemSettings.flatMap(({ at }) => ['--ro-bind', join(support, at), at]),
    ...(isInsideAny(home, SYSTEM_FOLDERS) ? ['--tmpfs', home] : []),
    ...toolchains.folders.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...masked.flatMap((path) => (isInsideAny(path, shown) ? ['--tmpfs', path] : [])),
  ];
};

/** Names are looked up where there is a network to reach; the file may be a link into /run. */
export const networkView = async (
  network: boolean,
  support: string,
  files: readonly string[],
): Promise<string[]> => {
  const hosts = network ? '/etc/hosts' : join(support, 'etc', 'hosts');
  const args = ['--ro-bind-try', hosts, '/etc/hosts'];
  if (!network) return ['--unshare-net', ...args];
  const resolver = await realpath('/etc/resolv.conf').catch(() => null);
  if (resolver !== null) args.push('--ro-bind', resolver, '/etc/resolv.conf');
  for (const file of files) {
    if (!isInsideAny(file, [...SYSTEM_FOLDERS, '/etc/ssl', '/etc/pki']))
      args.push('--ro-bind-try', file, file);
  }
  return args;
};
