import { lstat, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Secrets, SYSTEM_FOLDERS } from '../host/bindable-folders.ts';
import type { Toolchains } from '../host/find-toolchains.ts';
import { isInsideAny } from '../host/inside-folder.ts';
import { entryExists } from '../../system/path-kind.ts';

const systemFolder = async (folder: string): Promise<readonly string[]> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null) return [];
  if (found.isSymbolicLink()) return ['--symlink', await readlink(folder), folder];
  return found.isDirectory() ? ['--ro-bind', folder, folder] : [];
};

export type SystemViewParts = {
  readonly toolchains: Toolchains;
  readonly secrets: Secrets;
  readonly support: string;
};

/** bubblewrap arguments for the part that all sandboxes share: the machine, read-only. */
export const systemView = async (parts: SystemViewParts): Promise<readonly string[]> => {
  const { toolchains, secrets, support } = parts;
  const { home, hidden } = secrets;
  const system = (await Promise.all(SYSTEM_FOLDERS.map(systemFolder))).flat();
  const shown = [...SYSTEM_FOLDERS, ...toolchains.folders];
  const masked = (
    await Promise.all(hidden.map(async (path) => ((await entryExists(path)) ? [path] : [])))
  ).flat();
  return [
    ...system,
    '--ro-bind',
    join(support, 'etc'),
    '/etc',
    ...(isInsideAny(home, SYSTEM_FOLDERS) ? ['--tmpfs', home] : []),
    ...toolchains.folders.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...Object.entries(toolchains.links).flatMap(([path, target]) => ['--symlink', target, path]),
    ...masked.flatMap((path) => (isInsideAny(path, shown) ? ['--tmpfs', path] : [])),
  ];
};

/** Names are resolved only if there is a network; the file may be a link into /run. */
export const networkView = async (
  network: boolean,
  certificates: readonly string[],
): Promise<readonly string[]> => {
  if (!network) return ['--unshare-net'];
  const resolver = await realpath('/etc/resolv.conf').catch(() => null);
  const outside = certificates.filter((path) => !isInsideAny(path, [...SYSTEM_FOLDERS, '/etc']));
  return [
    ...['/etc/hosts', ...outside].flatMap((path) => ['--ro-bind-try', path, path]),
    ...(resolver === null ? [] : ['--ro-bind', resolver, '/etc/resolv.conf']),
  ];
};
