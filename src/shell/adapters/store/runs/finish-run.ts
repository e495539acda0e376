import { mkdir, rename, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalDocument } from '../../../../core/domain/json/canonical-json.ts';
import type { Conclusion } from '../../../../core/domain/run/conclusion.ts';
import type { Captured, TreeEvidence } from '../../../../core/domain/evidence/evidence.ts';
import type { ExperimentRecord } from '../../../../core/domain/experiment/experiment-record.ts';
import {
  RUN_SCHEMA_VERSION,
  type FileDigest,
  type RunHeadline,
} from '../../../../core/domain/run/manifest.ts';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { writeFileDurably, syncFolder, writeTemporary } from '../files/durable-file.ts';
import { inParallel } from '../../../errors/in-parallel.ts';
import { appendToJournal } from './journal.ts';
import { sealManifest } from './manifest-text.ts';
import { hashFile, sha256Of } from '../../system/regular-file.ts';
import type { RunInProgress } from './run-in-progress.ts';
import { cutAndMeasure, settleLog } from './seal-log.ts';
import { BASELINE } from '../../../../core/domain/evidence/baseline.ts';
import {
  CONCLUSION,
  evidencePath,
  EVENTS,
  EXPERIMENT,
  MANIFEST,
  REMAINDER,
  patchPath,
} from './store-layout.ts';
import { shrinkEvidence } from './stored-evidence.ts';
import { parentFolders, walkFolder, type FolderEntry } from '../files/walk-folder.ts';

type Written = RunInProgress['written'];

/** Evidence refers only to patches and logs that this run stored, byte for byte; anything else is a bug in Hydra. */
const assertHolds = (written: Written, captured: Captured): void => {
  assertLogs(written, captured.baseline);
  const names = new Set<string>();
  for (const one of captured.evidence) {
    const { name } = one.candidate;
    if (names.has(name)) throw new Error(`two candidates are called ${name}`);
    names.add(name);
    if (written.get(patchPath(name))?.sha256 !== one.patchSha256)
      throw new Error(`the patch of ${name} is not the one that was stored`);
    assertLogs(written, one);
  }
};

const assertLogs = (written: Written, { runs }: TreeEvidence): void => {
  for (const { outcome } of runs) {
    if (outcome.status === 'not-started') continue;
    if (written.get(outcome.log.path)?.sha256 !== outcome.log.sha256)
      throw new Error(`${outcome.log.path} is not the log that was sealed`);
  }
};

const WRITES_AT_ONCE = 16;
type Document = { readonly path: string; readonly value: unknown };

/** Everything else is on disk before the manifest gets its name: a run is complete or visibly incomplete. */
const sealRun = async (
  run: RunInProgress,
  stored: readonly Document[],
  headline: RunHeadline,
): Promise<void> => {
  const documents = await inParallel(stored, WRITES_AT_ONCE, (document) =>
    writeDocument(run.folder, document),
  );
  const durable = new Map(documents.map((file) => [file.path, file]));
  const entries = await walkFolder(run.folder);
  refuseForeign(run.folder, entries);
  const files = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const digests = await inParallel(
    files.sort(),
    WRITES_AT_ONCE,
    async (path) => durable.get(path) ?? settle(run, path),
  );
  await settleFolders(run.folder, entries);
  await publishManifest(run, digests, headline);
};

export const finishRun = async (
  run: RunInProgress,
  captured: Captured,
  conclusion: Conclusion,
): Promise<void> => {
  await run.events.close();
  assertHolds(run.written, captured);
  await sealRun(run, documentsOf(captured, conclusion), {
    base: captured.base.commit,
    winner: conclusion.winner,
    candidates: captured.evidence.length + captured.rejected.length,
  });
};

/** The first candidate that may be promoted. */
export const promotedBy = ({ verdicts }: ExperimentRecord): string | null =>
  verdicts.find(({ promote }) => promote)?.candidate ?? null;

/** An experiment is a run whose one document is its record. */
export const finishExperiment = async (run: RunInProgress, record: ExperimentRecord): Promise<void> => {
  await run.events.close();
  const [baseline, ...candidates] = record.configurations;
  await sealRun(run, [{ path: EXPERIMENT, value: record }], {
    base: baseline?.name ?? '',
    winner: promotedBy(record),
    candidates: candidates.length,
  });
};

const documentsOf = (captured: Captured, conclusion: Conclusion): readonly Document[] => {
  const { baseline, evidence, ...rest } = captured;
  const candidates = evidence.map(({ candidate }) => candidate.name);
  return [
    { path: REMAINDER, value: { ...rest, candidates } },
    { path: evidencePath(BASELINE), value: baseline },
    ...evidence.map((one) => ({
      path: evidencePath(one.candidate.name),
      value: shrinkEvidence(baseline, one),
    })),
    { path: CONCLUSION, value: conclusion },
  ];
};

const writeDocument = async (folder: string, { path, value }: Document): Promise<FileDigest> => {
  const text = canonicalDocument(value);
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFileDurably(join(folder, path), text);
  return { path, sha256: sha256Of(text), bytes: Buffer.byteLength(text) };
};

const refuseForeign = (folder: string, entries: readonly FolderEntry[]): void => {
  const foreign = entries.find(({ kind }) => kind === 'link' || kind === 'special');
  if (foreign === undefined) return;
  throw new InfrastructureError(
    'foreign-file',
    `${join(folder, foreign.path)} is a link or a device that Hydra did not make.`,
    'Something outside Hydra touches the run folder; run it again without it, in a sandbox if there is one.',
  );
};

/** Logs that were never sealed belong to the run too. */
const settle = async (run: RunInProgress, path: string): Promise<FileDigest> => {
  const absolute = join(run.folder, path);
  if (path === EVENTS) return { path, ...(await hashFile(absolute)) };
  const sealed = run.written.get(path) ?? (await cutAndMeasure(absolute, run.maxLogBytes));
  await settleLog(absolute, sealed.bytes);
  return { path, sha256: sealed.sha256, bytes: sealed.bytes };
};

/** Deepest first, so that an empty folder leaves no empty parent. */
const settleFolders = async (root: string, entries: readonly FolderEntry[]): Promise<void> => {
  const kept = new Set(
    entries.filter(({ kind }) => kind === 'file').flatMap(({ path }) => parentFolders(path)),
  );
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  for (const path of folders.filter((path) => !kept.has(path)).toReversed()) await rmdir(join(root, path));
  await inParallel([...kept, ''], WRITES_AT_ONCE, (path) => syncFolder(join(root, path)));
};

/** The journal first: a manifest without its entry would look forged. */
const publishManifest = async (
  run: RunInProgress,
  files: readonly FileDigest[],
  headline: RunHeadline,
): Promise<void> => {
  const { id, engineVersion, request, layout, folder } = run;
  const { config, startedAt } = request;
  const finishedAt = new Date(run.now()).toISOString();
  const schemaVersion = RUN_SCHEMA_VERSION;
  const { text, digest } = sealManifest({
    schemaVersion,
    engineVersion,
    runId: id,
    startedAt,
    finishedAt,
    config,
    headline,
    files: [...files],
  });
  const temporary = await writeTemporary(join(folder, MANIFEST), text);
  await appendToJournal(layout.journal, id, digest);
  await rename(temporary, join(folder, MANIFEST));
  await syncFolder(folder);
};
