import { copyFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Ground } from '../tree/mount.ts';
import type { Machine } from '../isolation/machine.ts';

/** Without a sandbox to show them in, and in a container whose user may not read them where they are, the user's registry settings are put in the home and taken back after. */
export const lendSettings = async (
  { sandboxed, container, settings, support }: Machine,
  { home }: Ground,
  network: boolean,
): Promise<() => Promise<void>> => {
  const lent =
    (sandboxed && container === null) || !network ? [] : settings.filter(({ at }) => !isAbsolute(at));
  await Promise.all(lent.map(({ source, at }) => copyFile(source, join(home, at))));
  return async () => {
    await Promise.all(lent.map(({ at }) => copyFile(join(support, 'home', at), join(home, at))));
  };
};
