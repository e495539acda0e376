import { readdir, readFile } from 'node:fs/promises';

const CLOSE_ON_EXEC = 0o2000000;
const OUR_OWN = 4;

/**
 * Descriptors that our parent left open for every child: a folder among them would lead out of any sandbox.
 * Node guards only the first few.
 */
export const leakedDescriptors = async (): Promise<readonly number[]> => {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const info = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => '');
      const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(info)?.[1] ?? '', 8);
      return Number.isNaN(flags) || (flags & CLOSE_ON_EXEC) !== 0 || Number(name) <= OUR_OWN
        ? []
        : [Number(name)];
    }),
  );
  return found.flat().sort((a, b) => a - b);
};
