import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { withWeights } from '../../core/tune/weights-in-toml.ts';
import { UserError } from '../../shell/errors/user-error.ts';

type Weights = Readonly<Record<string, number>>;
type Parse = (text: string) => Promise<HydraConfig>;

/** A file that writes its weights in another form, such as an inline table, must not be broken. */
const requireReadable = async (parse: Parse, text: string, weights: Weights): Promise<void> => {
  let read: Readonly<Record<string, number | undefined>> = {};
  try {
    read = (await parse(text)).scoring.weights;
  } catch {
    // Reported below.
  }
  if (Object.entries(weights).every(([key, value]) => read[key] === value)) return;
  const table = Object.entries(weights).map(([key, value]) => `${key} = ${value}`);
  throw new UserError(
    'tune-write',
    'The weights in hydra.toml are not a table [scoring.weights] that could be rewritten. Nothing was written.',
    `Put them there yourself: ${table.join(', ')}`,
  );
};

/** Puts weights into hydra.toml of the work tree, which is created if there is none; returns its path. */
export const writeWeights = async (root: string, weights: Weights, parse: Parse): Promise<string> => {
  const named = join(root, 'hydra.toml');
  // A link stays a link.
  const path = await realpath(named).catch(() => named);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const changed = withWeights(text, weights);
  await requireReadable(parse, changed, weights);
  const beside = `${path}.hydra-${process.pid}`;
  try {
    await writeFile(beside, changed);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return named;
};
