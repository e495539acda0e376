import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import type { OnEvent, RunEvent } from '../../../../core/domain/run/run-event.ts';
import type { OpenRun, RunRequest } from '../../../ports/run-store.ts';
import { writeFileAtomically, syncFolder } from '../files/durable-file.ts';
import { createEventsLog, reopenEventsLog } from './events-log.ts';
import { finishExperiment, finishRun, promotedBy } from './finish-run.ts';
import { sha256Of } from '../../system/regular-file.ts';
import type { RunInProgress, RunStart } from './run-in-progress.ts';
import { cutAndMeasure, startLog } from './seal-log.ts';
import { onDisk } from '../files/store-fault.ts';
import { EVENTS, logFilePath, panelPath, patchPath } from './store-layout.ts';

export const startRun = async (start: RunStart): Promise<OpenRun> => {
  const events = await createEventsLog(join(start.folder, EVENTS), start.now);
  const run: RunInProgress = { ...start, events, written: new Map() };
  const { engineVersion, request } = run;
  await events.append({ event: 'created', engineVersion, request, digest: requestDigest(request) });
  await syncFolder(run.folder);
  return openRun(run);
};

/** A changed byte must not turn the request into a different one. */
export const requestDigest = (request: RunRequest): string => sha256Of(canonicalJson(request));

/** Continues a run that a killed process left. */
export const continueRun = async (start: RunStart): Promise<OpenRun> => {
  const events = reopenEventsLog(join(start.folder, EVENTS), start.now);
  await events.append({ event: 'resumed', engineVersion: start.engineVersion });
  return openRun({ ...start, events, written: new Map() });
};

/** An aborted run was stopped on purpose; any other error is a failure. */
const endingOf = (error: unknown): RunEvent => {
  const reason = error instanceof Error ? error.message : String(error);
  const aborted = error instanceof Error && error.name === 'AbortError';
  return { event: aborted ? 'run_aborted' : 'run_failed', reason };
};

/** Every event goes to the trace and to the subscribers. */
const openEmitter = ({ events }: RunInProgress): Pick<OpenRun, 'record' | 'emit' | 'subscribe'> => {
  const subscribers: OnEvent[] = [];
  const record = (event: RunEvent): Promise<void> => {
    const written = onDisk('writing the trace of the run', () => events.append(event));
    for (const notify of subscribers) notify(event);
    return written;
  };
  return {
    record,
    emit: (event) => void record(event).catch(() => undefined),
    subscribe: (onEvent) => void subscribers.push(onEvent),
  };
};

const openRun = (run: RunInProgress): OpenRun => {
  const at = (path: string): string => join(run.folder, path);
  const emitter = openEmitter(run);
  const save = async (path: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFileAtomically(at(path), bytes);
    run.written.set(path, { path, sha256: sha256Of(bytes), bytes: bytes.byteLength });
  };
  let state: 'open' | 'ended' | 'stored' = 'open';
  const store = (winner: string | null, write: () => Promise<void>): Promise<void> =>
    onDisk('storing the run', async () => {
      if (state !== 'open') throw new Error(`run ${run.id} has already ended`);
      state = 'ended';
      await emitter.record({ event: 'run_finished', winner });
      await write();
      state = 'stored';
      await run.claim.release();
    });
  return {
    id: run.id,
    folder: run.folder,
    ...emitter,
    savePatch: (candidate, patch) =>
      onDisk(`storing the patch of ${candidate}`, () => save(patchPath(candidate), patch)),
    patchFile: (candidate) => at(patchPath(candidate)),
    savePanelText: (name, text) =>
      onDisk('storing the questions to a panel', () => save(panelPath(name), Buffer.from(text))),
    logPath: (owner, name) =>
      onDisk(`opening a log of ${owner}`, async () => {
        const path = logFilePath(owner, name);
        run.written.delete(path);
        await startLog(at(path));
        return at(path);
      }),
    logFile: (owner, name) => at(logFilePath(owner, name)),
    sealLog: (owner, name) =>
      onDisk(`reading a log of ${owner}`, async () => {
        const path = logFilePath(owner, name);
        const { sha256, bytes, truncated } = await cutAndMeasure(at(path), run.maxLogBytes);
        run.written.set(path, { path, sha256, bytes });
        return { path, sha256, bytes, truncated };
      }),
    finish: (captured, conclusion) => store(conclusion.winner, () => finishRun(run, captured, conclusion)),
    finishExperiment: (record) => store(promotedBy(record), () => finishExperiment(run, record)),
    discard: () =>
      onDisk('removing the run', async () => {
        if (state === 'stored') throw new Error(`run ${run.id} is stored and stays`);
        state = 'ended';
        await run.events.close().catch(() => undefined);
        await rm(run.folder, { recursive: true, force: true, maxRetries: 3 });
        await run.claim.release();
      }),
    leave: async (error) => {
      if (state === 'open' && error !== undefined) emitter.emit(endingOf(error));
      state = 'ended';
      await run.events.close().catch(() => undefined);
      await run.claim.release();
    },
  };
};
