import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileDigest, Manifest } from '../../../../core/domain/run/manifest.ts';
import type { VerifyProblem } from '../../../ports/run-store.ts';
import { inParallel } from '../../../errors/in-parallel.ts';
import { readJournal, type Journal } from './journal.ts';
import { readManifestOf, unknownRun } from './read-run.ts';
import { hashFile, NotARegularFile } from '../../system/regular-file.ts';
import { isRunId } from './run-id.ts';
import { errnoOf } from '../files/store-fault.ts';
import { MANIFEST, type StoreLayout } from './store-layout.ts';
import { parentFolders, walkFolder, type FolderEntry } from '../files/walk-folder.ts';

const READS_AT_ONCE = 8;
const JOURNAL = 'journal.jsonl';

/** Checks every file against the manifest, and the manifest against itself and the journal. */
export const verifyFolder = async (layout: StoreLayout, id: string): Promise<readonly VerifyProblem[]> => {
  const folder = join(layout.runs, id);
  await mustBeRun(folder, id);
  const found = readManifestOf(folder);
  if (found === null)
    return [
      { path: MANIFEST, problem: 'missing', detail: 'the run never finished, or its manifest was removed' },
    ];
  if (!found.ok)
    return [{ path: MANIFEST, problem: found.newer ? 'unreadable' : 'changed', detail: found.reason }];
  const entries = await walkFolder(folder);
  const kinds = new Map(entries.map(({ path, kind }) => [path, kind]));
  const checked = await inParallel(found.manifest.files, READS_AT_ONCE, (file) =>
    checkFile(folder, file, kinds.get(file.path)),
  );
  return [
    ...checkIdentity(layout, id, found.manifest),
    ...checked.filter((problem) => problem !== null),
    ...unexpectedIn(entries, found.manifest),
  ];
};

const mustBeRun = async (folder: string, id: string): Promise<void> => {
  const kind = isRunId(id) ? await lstat(folder).catch(() => null) : null;
  if (kind === null || !kind.isDirectory()) throw unknownRun(id);
};

const checkFile = async (
  folder: string,
  expected: FileDigest,
  kind: FolderEntry['kind'] | undefined,
): Promise<VerifyProblem | null> => {
  const { path } = expected;
  if (kind === undefined) return { path, problem: 'missing' };
  if (kind !== 'file') return { path, problem: 'changed', detail: `it is a ${kind} now` };
  try {
    const { sha256, bytes } = await hashFile(join(folder, path));
    if (bytes !== expected.bytes)
      return { path, problem: 'changed', detail: `${bytes} bytes, not ${expected.bytes}` };
    return sha256 === expected.sha256 ? null : { path, problem: 'changed' };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null && !(error instanceof NotARegularFile)) throw error;
    return { path, problem: 'unreadable', ...(errno === null ? {} : { detail: errno }) };
  }
};

const unexpectedIn = (entries: readonly FolderEntry[], { files }: Manifest): VerifyProblem[] => {
  const expected = new Set([MANIFEST, ...files.flatMap(({ path }) => [path, ...parentFolders(path)])]);
  return entries
    .filter(({ path }) => !expected.has(path))
    .map(({ path, kind }) => ({
      path,
      problem: 'unexpected',
      detail: `a ${kind} that the run did not store`,
    }));
};

const journalOrNull = (layout: StoreLayout): Journal | null => {
  try {
    return readJournal(layout.journal);
  } catch (error) {
    if (error instanceof NotARegularFile || errnoOf(error) === 'ELOOP') return null;
    throw error;
  }
};

const checkIdentity = (layout: StoreLayout, id: string, manifest: Manifest): VerifyProblem[] => {
  const journal = journalOrNull(layout);
  if (journal === null)
    return [{ path: JOURNAL, problem: 'unreadable', detail: 'it is a link or no file at all' }];
  const entries = journal.entries.filter(({ run }) => run === id);
  const problems: VerifyProblem[] = [];
  if (manifest.runId !== id)
    problems.push({ path: MANIFEST, problem: 'changed', detail: `it is that of run ${manifest.runId}` });
  if (!journal.intact)
    problems.push({ path: JOURNAL, problem: 'changed', detail: 'its lines no longer vouch for each other' });
  if (journal.damagedStatements.some((run) => run === id || run === null))
    problems.push({ path: JOURNAL, problem: 'changed', detail: 'an outcome is not what was recorded' });
  if (entries.length === 0)
    problems.push({ path: JOURNAL, problem: 'missing', detail: 'it has no line on this run' });
  else if (entries.some((entry) => entry.manifest !== manifest.digest))
    problems.push({
      path: MANIFEST,
      problem: 'changed',
      detail: 'the journal knows another manifest of this run',
    });
  return problems;
};
