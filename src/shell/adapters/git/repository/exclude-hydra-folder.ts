import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Places } from './locate-repository.ts';

const LINE = '/.hydra/';

/** Hides `.hydra/` from git in this clone alone; the repository's `.gitignore` is not ours to edit. */
export const excludeHydraFolder = async (places: Pick<Places, 'commonDir' | 'bare'>): Promise<void> => {
  if (places.bare) return;
  const folder = join(places.commonDir, 'info');
  const file = join(folder, 'exclude');
  const before = await readFile(file, 'utf8').catch(() => '');
  const lines = before.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => line === LINE || line === '.hydra/' || line === '.hydra')) return;
  await mkdir(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeFile(temporary, `${before}${separator}${LINE}\n`);
  await rename(temporary, file);
};
