import { lstat, mkdir, rm, appendFile, readFile, stat } from 'node:fs/promises';
import { join, dirname, resolve } from 'node:path';
import type { RunOutcome } from '../../../../core/domain/run/outcome.ts';
import type { RunPreference } from '../../../../core/domain/run/preference.ts';
import type { OpenRun, RunRequest, RunStore } from '../../../ports/run-store.ts';
import { UserError } from '../../../errors/user-error.ts';
import type { Claim } from '../../system/claim.ts';
import { syncFolder } from '../files/durable-file.ts';
import { readTrace } from './events-log.ts';
import { type FollowedTrace, followTrace } from './follow-trace.ts';
import { appendStatement, type Journal, readJournal } from './journal.ts';
import { listRuns, resolveRun, runIds } from './list-runs.ts';
import { loadExperiment, loadRun } from './load-run.ts';
import { startRun } from './open-run.ts';
import { openStoredRun, unknownRun } from './read-run.ts';
import { claimRun, reopenRun } from './reopen-run.ts';
import { isRunId, nextRunId } from './run-id.ts';
import type { RunStart } from './run-in-progress.ts';
import { errnoOf, onDisk } from '../files/store-fault.ts';
import { EVENTS, MANIFEST, patchPath, storeLayout, type StoreLayout } from './store-layout.ts';
import { verifyFolder } from './verify-folder.ts';

const PATTERN = '/.hydra/';

/** Hides `.hydra/` from git by the repository's local exclude file, never by its `.gitignore`. */
const excludeFromGit = async (repositoryRoot: string): Promise<void> => {
  const gitFolder = await commonGitFolder(join(repositoryRoot, '.git'));
  if (gitFolder === null) return;
  const file = join(gitFolder, 'info', 'exclude');
  const text = (await readOrNull(file)) ?? '';
  if (text.split('\n').some((line) => line.trim() === PATTERN)) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${PATTERN}\n`);
};

/** In a linked work tree `.git` is a file, and the exclude file is shared with the main one. */
const commonGitFolder = async (dotGit: string): Promise<string | null> => {
  const kind = await stat(dotGit).catch(() => null);
  if (kind === null) return null;
  if (kind.isDirectory()) return dotGit;
  const pointer = /^gitdir: (.+)$/m.exec((await readOrNull(dotGit)) ?? '')?.[1];
  if (pointer === undefined) return null;
  const own = resolve(dirname(dotGit), pointer.trim());
  const common = await readOrNull(join(own, 'commondir'));
  return common === null ? own : resolve(own, common.trim());
};

const readOrNull = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};

const MAX_LOG_BYTES = 256 * 1024 * 1024;

export type RunStoreOptions = {
  readonly engineVersion: string;
  /** Milliseconds since 1970; may jump back. */
  readonly now?: () => number;
  readonly maxLogBytes?: number;
};

/** Runs as folders under `.hydra/runs`: the files are the truth, there is no index. */
export const openRunStore = (repositoryRoot: string, options: RunStoreOptions): RunStore => {
  const layout = storeLayout(repositoryRoot);
  const settings = { now: Date.now, maxLogBytes: MAX_LOG_BYTES, ...options };
  return {
    create: (request) =>
      onDisk('creating a run', async () => {
        await prepareHome(repositoryRoot, layout);
        return createRun(layout, request, settings);
      }),
    reopen: (id) => onDisk('resuming the run', () => reopenRun(layout, id, settings)),
    list: () => onDisk('listing the runs', () => listRuns(layout)),
    resolve: (asked) => onDisk('looking for the run', () => resolveRun(layout, asked)),
    load: (id) => onDisk('reading the run', () => loadRun(layout, id)),
    loadExperiment: (id) => onDisk('reading the run', () => loadExperiment(layout, id)),
    readEvents: (id) => onDisk('reading the trace of the run', async () => readEvents(layout, id)),
    follow: (id, options) => followTrace(traceOf(layout, id), options),
    readPatch: (id, candidate) =>
      onDisk('reading the patch', async () => openStoredRun(layout, id).read(patchPath(candidate))),
    readLog: (id, ref) => onDisk('reading the log', async () => openStoredRun(layout, id).read(ref.path)),
    findLog: (id, path) =>
      onDisk('reading the log', async () => {
        const run = openStoredRun(layout, id);
        return run.has(path) ? run.read(path) : null;
      }),
    verify: (id) => onDisk('verifying the run', () => verifyFolder(layout, id)),
    recordOutcome: (id, outcome) =>
      onDisk('recording an outcome', () =>
        appendStatement(layout.journal, openStoredRun(layout, id).id, { outcome }),
      ),
    outcomes: () => onDisk('reading the outcomes', async () => outcomesIn(layout)),
    recordPreference: (id, preference) =>
      onDisk('recording a preference', () =>
        appendStatement(layout.journal, openStoredRun(layout, id).id, { preference }),
      ),
    preferences: () => onDisk('reading the preferences', async () => preferencesIn(layout)),
  };
};

const prepareHome = async (repositoryRoot: string, layout: StoreLayout): Promise<void> => {
  const home = await lstat(layout.home).catch(() => null);
  if (home !== null && !home.isDirectory())
    throw new UserError(
      'store-not-a-folder',
      `${layout.home} is not a real folder.`,
      'Remove it: runs are stored there, and a link could lead anywhere.',
    );
  await mkdir(layout.runs, { recursive: true });
  await excludeFromGit(repositoryRoot);
};

type Settings = Required<RunStoreOptions>;

/** Creating the folder claims the id: if two processes try at once, the second takes the next id. */
const createRun = async (layout: StoreLayout, request: RunRequest, settings: Settings): Promise<OpenRun> => {
  for (;;) {
    const id = nextRunId(settings.now(), (await runIds(layout)).at(-1) ?? null);
    const folder = join(layout.runs, id);
    try {
      await mkdir(folder);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') continue;
      throw error;
    }
    return startOrForget({ id, folder, layout, request, ...settings });
  }
};

const startOrForget = async (start: Omit<RunStart, 'claim'>): Promise<OpenRun> => {
  let claim: Claim | null = null;
  try {
    claim = await claimRun(start.layout, start.id);
    await syncFolder(start.layout.runs);
    return await startRun({ ...start, claim });
  } catch (error) {
    await rm(start.folder, { recursive: true, force: true });
    await claim?.release();
    throw error;
  }
};

const readWords = ({ journal }: StoreLayout): Journal => {
  const read = readJournal(journal);
  if (read.damagedStatements.length === 0 && read.intact) return read;
  throw new UserError(
    'journal-damaged',
    `${journal} differs from what was written: outcomes and preferences cannot be trusted.`,
    '`hydra verify RUN` shows details; restore the file from a backup.',
  );
};

/** The latest outcome of each candidate. */
const outcomesIn = (layout: StoreLayout): readonly RunOutcome[] => [
  ...new Map(
    readWords(layout).outcomes.map((one) => [JSON.stringify([one.run, one.candidate]), one]),
  ).values(),
];

/** The latest preference for each pair. */
const preferencesIn = (layout: StoreLayout): readonly RunPreference[] => [
  ...new Map(
    readWords(layout).preferences.map((one) => [
      JSON.stringify([one.run, ...[one.preferred, one.over].toSorted()]),
      one,
    ]),
  ).values(),
];

const traceOf = (layout: StoreLayout, id: string): FollowedTrace => {
  const folder = join(layout.runs, id);
  return {
    id,
    folder,
    path: join(folder, EVENTS),
    seal: join(folder, MANIFEST),
    claim: join(layout.claims, id),
  };
};

const readEvents = (layout: StoreLayout, id: string) => {
  if (!isRunId(id)) throw unknownRun(id);
  try {
    return readTrace(join(layout.runs, id, EVENTS));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') throw unknownRun(id);
    throw error;
  }
};
