import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refusePath } from '../../../core/domain/candidate/refuse-path.ts';
import type { ReadFile } from '../../ports/files.ts';
import { UserError } from '../../errors/user-error.ts';

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

/** Into a folder that nothing else writes to. */
export const writeTree = async (folder: string, files: readonly ReadFile[]): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const { path, bytes, executable } of files) {
    const refusal = refusePath(path);
    if (refusal !== null)
      throw new UserError(
        'task',
        `The path ${JSON.stringify(path)} ${refusal}`,
        'Name files below the folder.',
      );
    const at = join(folder, path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes, { mode: executable ? EXECUTABLE : PLAIN });
  }
};
