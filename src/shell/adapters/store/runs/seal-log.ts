import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { hashHandle, NotARegularFile, openRegular, type Measure } from '../../system/regular-file.ts';
import { errnoOf } from '../files/store-fault.ts';

const FRESH =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_TRUNC |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** A new, empty log, even for a check that never started. */
export const startLog = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await (await open(path, FRESH, 0o644)).close();
};

/** Digest of a written log in bounded memory; anything above the limit is cut off. */
export const cutAndMeasure = async (
  path: string,
  maxBytes: number,
): Promise<Measure & { truncated: boolean }> => {
  const file = await openLog(path);
  try {
    const truncated = (await file.stat()).size > maxBytes;
    if (truncated) await file.truncate(maxBytes);
    return { ...(await hashHandle(file, maxBytes)), truncated };
  } finally {
    await file.close();
  }
};

/** Removes what a surviving process wrote after the log was hashed, then syncs the log. */
export const settleLog = async (path: string, bytes: number): Promise<void> => {
  const file = await openLog(path);
  try {
    if ((await file.stat()).size > bytes) await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const openLog = async (path: string) => {
  try {
    return await openRegular(path, 'write');
  } catch (error) {
    if (!(error instanceof NotARegularFile) && !['ENOENT', 'ELOOP', 'ENXIO'].includes(errnoOf(error) ?? ''))
      throw error;
    throw new InfrastructureError(
      'log-lost',
      `The log ${path} was removed or replaced while the run wrote it.`,
      'Something outside Hydra touches the run folder; run it again without it, in a sandbox if there is one.',
    );
  }
};
