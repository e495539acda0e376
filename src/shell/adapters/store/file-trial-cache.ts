import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalDocument } from '../../../core/domain/canonical-json.ts';
import { Sha256 } from '../../../core/domain/manifest.ts';
import { Trial } from '../../../core/domain/trial.ts';
import type { TrialCache } from '../../ports/trial-cache.ts';
import { writeFileDurably } from './durable-file.ts';
import { NotARegularFile, readRegularFile } from './regular-file.ts';
import { errnoOf, onDisk } from './store-fault.ts';
import { storeLayout } from './store-layout.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const readOrNull = (path: string): string | null => {
  try {
    return readRegularFile(path).toString('utf8');
  } catch (error) {
    if (error instanceof NotARegularFile || ['ENOENT', 'ELOOP', 'EISDIR'].includes(errnoOf(error) ?? ''))
      return null;
    throw error;
  }
};

/** One file a trial below `.hydra/cache/trials`; what is damaged counts as unknown. */
export const openTrialCache = (repositoryRoot: string): TrialCache => {
  const { trials } = storeLayout(repositoryRoot);
  const placeOf = (key: string): string => {
    if (!Sha256.safeParse(key).success) throw new Error('a trial is kept by a sha-256, in hexadecimal');
    return join(trials, key.slice(0, 2), `${key}.json`);
  };
  return {
    get: (key) =>
      onDisk('reading a known trial', async () => {
        const text = readOrNull(placeOf(key));
        const read = text === null ? null : Trial.safeParse(parse(text));
        return read?.success === true ? read.data : null;
      }),
    put: (key, trial) =>
      onDisk('keeping a trial', async () => {
        const at = placeOf(key);
        await mkdir(dirname(at), { recursive: true });
        await writeFileDurably(at, canonicalDocument(trial));
      }),
  };
};
