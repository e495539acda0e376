import { join } from 'node:path';
import { hostname } from 'node:os';
import { BASELINE } from '../../../../core/domain/evidence/baseline.ts';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import type { LogFile, RunWindow } from '../../../ports/run-window.ts';
import { readClaim } from '../../system/claim.ts';
import { onDisk } from '../files/store-fault.ts';
import { readTrace } from '../runs/events-log.ts';
import { damagedRun, openStoredRun, readManifestOf, unknownRun } from '../runs/read-run.ts';
import { isRunId } from '../runs/run-id.ts';
import { EVENTS, type StoreLayout, storeLayout } from '../runs/store-layout.ts';
import { logFile, scanLog } from './log-file.ts';
import { RunIndex } from './run-index.ts';

const MOST_OPEN_LOGS = 64;

/** The only places of a run's logs: a tampered trace must not lead anywhere else. */
const LOG_PATH = new RegExp(`^(?:${BASELINE}|candidates/[^/]+)/[^/]+$`);

const inTrace = (layout: StoreLayout, id: string, digest: string): string | null => {
  for (const event of readTrace(join(layout.runs, id, EVENTS)).events) {
    if (event.event !== 'check' && event.event !== 'check_reused' && event.event !== 'install') continue;
    const { outcome } = event;
    if (outcome.status === 'not-started' || outcome.log.sha256 !== digest) continue;
    const { path } = outcome.log;
    if (LOG_PATH.test(path) && !path.split('/').some((part) => part === '..' || part === '.')) return path;
  }
  return null;
};

/** The path of a file by its digest: from the manifest or, if the run is under way, from its trace. */
const pathOf = (layout: StoreLayout, id: string, digest: string): string | null => {
  if (!isRunId(id)) throw unknownRun(id);
  if (!Sha256.safeParse(digest).success) return null;
  if (readManifestOf(join(layout.runs, id)) === null) return inTrace(layout, id, digest);
  const { manifest } = openStoredRun(layout, id);
  return manifest.files.find(({ sha256 }) => sha256 === digest)?.path ?? null;
};

/** Looks at the runs of a repository; opens files only on demand. */
export const openRunWindow = (repositoryRoot: string, bench: string): RunWindow => {
  const layout = storeLayout(repositoryRoot);
  const index = new RunIndex({ layout, bench, file: join(layout.home, 'cache', 'window', 'runs.jsonl') });
  const opened = new Map<string, Promise<LogFile>>();

  const openLog = async (id: string, digest: string): Promise<LogFile | null> => {
    const path = pathOf(layout, id, digest);
    if (path === null) return null;
    const at = join(layout.runs, id, path);
    const scan = await scanLog(at);
    if (scan.sha256 !== digest) throw damagedRun(id, `${path} differs from what was written`);
    return logFile(at, scan);
  };

  return {
    list: () => onDisk('listing the runs', () => index.list()),
    row: (id) => onDisk('reading the run', () => index.row(id)),
    files: (id) => onDisk('reading the run', async () => openStoredRun(layout, id).manifest.files),
    openLog: (id, digest) =>
      onDisk('reading the log', async () => {
        const key = `${id}/${digest}`;
        const known = opened.get(key);
        if (known !== undefined) return known;
        const log = await openLog(id, digest);
        if (log === null) return null;
        if (opened.size >= MOST_OPEN_LOGS) opened.delete(opened.keys().next().value ?? '');
        opened.set(key, Promise.resolve(log));
        return log;
      }),
    async stop(id) {
      if (!isRunId(id)) throw unknownRun(id);
      const owner = await readClaim(join(layout.claims, id));
      if (owner === null || owner.host !== hostname()) return false;
      try {
        process.kill(owner.pid, 'SIGTERM');
        return true;
      } catch {
        return false;
      }
    },
  };
};
