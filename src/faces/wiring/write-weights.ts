import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withWeights } from '../../core/tune/weights-in-toml.ts';

/** Puts weights into hydra.toml of the work tree, which is created if there is none; answers its path. */
export const writeWeights = async (
  root: string,
  weights: Readonly<Record<string, number>>,
): Promise<string> => {
  const path = join(root, 'hydra.toml');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  await writeFile(`${path}.new`, withWeights(text, weights));
  await rename(`${path}.new`, path);
  return path;
};
