import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../../core/domain/run/manifest.ts';
import { UserError } from '../../../errors/user-error.ts';
import { isRunId } from './run-id.ts';
import { readManifest, type ReadManifest } from './manifest-text.ts';
import { NotARegularFile, readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { errnoOf } from '../files/store-fault.ts';
import { MANIFEST, type StoreLayout } from './store-layout.ts';

/** A finished run: files are returned only as the manifest describes them. */
export type RunReader = {
  readonly id: string;
  readonly manifest: Manifest;
  has(path: string): boolean;
  read(path: string): Buffer;
};

/** Null: the run has no manifest, so it never finished. */
export const readManifestOf = (folder: string): ReadManifest | null => {
  try {
    return readManifest(readRegularFile(join(folder, MANIFEST)).toString('utf8'));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    if (isUnreadable(error))
      return { ok: false, newer: false, reason: 'manifest.json is not a regular file' };
    throw error;
  }
};

export const openStoredRun = (layout: StoreLayout, id: string): RunReader => {
  if (!isRunId(id)) throw unknownRun(id);
  const folder = join(layout.runs, id);
  const found = readManifestOf(folder);
  if (found === null) throw existsSync(folder) ? unfinished(id) : unknownRun(id);
  if (!found.ok) throw found.newer ? newerRun(id, found.reason) : damagedRun(id, found.reason);
  const { manifest } = found;
  if (manifest.runId !== id) throw damagedRun(id, `its manifest is that of ${manifest.runId}`);
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  return {
    id,
    manifest,
    has: (path) => files.has(path),
    read(path) {
      const expected = files.get(path);
      if (expected === undefined) throw damagedRun(id, `${path} is not part of it`);
      const bytes = readOrNull(join(folder, path));
      if (bytes === null) throw damagedRun(id, `${path} is missing`);
      if (bytes.length !== expected.bytes || sha256Of(bytes) !== expected.sha256)
        throw damagedRun(id, `${path} differs from what was written`);
      return bytes;
    },
  };
};

export const unknownRun = (asked: string): UserError =>
  new UserError(
    'run-unknown',
    `There is no run ${JSON.stringify(asked.slice(0, 60))} here.`,
    '`hydra runs` lists the runs of this repository.',
  );

export const damagedRun = (id: string, reason: string): UserError =>
  new UserError(
    'run-damaged',
    `Run ${id} is damaged: ${reason}.`,
    `\`hydra verify ${id}\` lists every change.`,
  );

const newerRun = (id: string, reason: string): UserError =>
  new UserError('run-newer', `Run ${id} comes from a newer Hydra: ${reason}.`, 'Update Hydra to read it.');

const unfinished = (id: string): UserError =>
  new UserError(
    'run-unfinished',
    `Run ${id} never finished, so there is no result to read.`,
    'It is still under way or was interrupted; evaluate again, finished checks are not repeated.',
  );

const isUnreadable = (error: unknown): boolean =>
  error instanceof NotARegularFile || ['ELOOP', 'EISDIR', 'ENXIO', 'ENOTDIR'].includes(errnoOf(error) ?? '');

const readOrNull = (path: string): Buffer | null => {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || isUnreadable(error)) return null;
    throw error;
  }
};
