import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { HydraConfig } from '../../../../core/domain/policy/hydra-config.ts';
import type { ReopenedRun, RunRequest, SavedPatch, Trace } from '../../../ports/run-store.ts';
import { UserError } from '../../../errors/user-error.ts';
import { type Claim, readClaim, takeClaim } from '../../system/claim.ts';
import { isTemporary, syncFolder } from '../files/durable-file.ts';
import { readTrace } from './events-log.ts';
import { readJournal } from './journal.ts';
import { readManifest } from './manifest-text.ts';
import { continueRun, requestDigest } from './open-run.ts';
import { damagedRun, readManifestOf, unknownRun } from './read-run.ts';
import { readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { isRunId } from './run-id.ts';
import type { RunStart } from './run-in-progress.ts';
import { errnoOf } from '../files/store-fault.ts';
import { EVENTS, MANIFEST, patchPath, type StoreLayout } from './store-layout.ts';
import { walkFolder } from '../files/walk-folder.ts';

type Settings = Pick<RunStart, 'engineVersion' | 'now' | 'maxLogBytes'>;

const Created = z.object({
  event: z.literal('created'),
  engineVersion: z.string(),
  digest: z.string(),
  request: z.object({
    config: HydraConfig,
    startedAt: z.string(),
    evaluation: z.record(z.string(), z.unknown()).optional(),
    race: z.record(z.string(), z.unknown()).optional(),
  }),
});

export const claimRun = async (layout: StoreLayout, id: string): Promise<Claim> => {
  const path = join(layout.claims, id);
  const claim = await takeClaim(path);
  if (claim !== null) return claim;
  const who = await readClaim(path);
  throw new UserError(
    'run-under-way',
    `Run ${id} is being captured by another process${who === null ? '' : ` (${who.pid} on ${who.host})`}.`,
    'Wait for it, or end that process first.',
  );
};

/** Continues a run that a killed process left: the frozen request, the trace, the stored patches. */
export const reopenRun = async (
  layout: StoreLayout,
  id: string,
  settings: Settings,
): Promise<ReopenedRun> => {
  const folder = join(layout.runs, id);
  const trace = traceOf(folder, id);
  if (readManifestOf(folder) !== null)
    throw new UserError(
      'run-complete',
      `Run ${id} is complete: there is nothing to resume.`,
      `See it with \`hydra show ${id}\`.`,
    );
  const claim = await claimRun(layout, id);
  try {
    if (await rollForward(layout, folder, id)) {
      await claim.release();
      return { state: 'complete' };
    }
    const request = frozenRequest(id, trace, settings.engineVersion);
    await dropTemporaries(folder);
    const run = await continueRun({ id, folder, layout, request, claim, ...settings });
    const savedPatch = async (candidate: string, sha256: string) => patchOf(folder, candidate, sha256);
    return { state: 'open', run, request, trace, savedPatch };
  } catch (error) {
    await claim.release();
    throw error;
  }
};

const traceOf = (folder: string, id: string): Trace => {
  if (!isRunId(id)) throw unknownRun(id);
  try {
    return readTrace(join(folder, EVENTS));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') throw unknownRun(id);
    throw error;
  }
};

const frozenRequest = (id: string, { events }: Trace, engineVersion: string): RunRequest => {
  const created = events.find(({ seq }) => seq === 0);
  // A line cut short by a kill has no number; a missing number means that a written line was lost.
  if (
    events.length > 0 &&
    Math.max(...events.map(({ seq }) => seq)) >= new Set(events.map(({ seq }) => seq)).size
  )
    throw damagedRun(id, 'lines of events.jsonl are missing');
  if (created === undefined)
    throw new UserError(
      'run-not-begun',
      `Run ${id} was ended before it had begun.`,
      'Evaluate again; nothing was done yet.',
    );
  const parsed = Created.safeParse(created);
  if (created.event !== 'created' || !parsed.success)
    throw damagedRun(id, 'its request can no longer be read');
  // As written: parsing the configuration may fill in options that a later engine added.
  const request = created.request as unknown as RunRequest;
  if (requestDigest(request) !== parsed.data.digest)
    throw damagedRun(id, 'its request differs from what was written');
  if (parsed.data.engineVersion !== engineVersion)
    throw new UserError(
      'run-other-engine',
      `Run ${id} was begun by Hydra ${parsed.data.engineVersion}, and this is ${engineVersion}.`,
      'Evaluate again: a result must come from one engine.',
    );
  return request;
};

/** Killed between the journal's line and the manifest's rename: everything else is on disk, so rename it now. */
const rollForward = async (layout: StoreLayout, folder: string, id: string): Promise<boolean> => {
  for (const name of await readdir(folder)) {
    if (!isTemporary(name) || !name.endsWith(MANIFEST)) continue;
    const path = join(folder, name);
    const found = readManifest(readRegularFile(path).toString('utf8'));
    if (!found.ok || found.manifest.runId !== id) continue;
    const { digest } = found.manifest;
    const { entries } = readJournal(layout.journal);
    if (!entries.some((entry) => entry.run === id && entry.manifest === digest)) continue;
    await rename(path, join(folder, MANIFEST));
    await syncFolder(folder);
    return true;
  }
  return false;
};

const dropTemporaries = async (folder: string): Promise<void> => {
  for (const { path, kind } of await walkFolder(folder))
    if (kind === 'file' && isTemporary(basename(path))) await rm(join(folder, path), { force: true });
};

const patchOf = (folder: string, candidate: string, sha256: string): SavedPatch | null => {
  const path = join(folder, patchPath(candidate));
  try {
    const bytes = readRegularFile(path);
    return sha256Of(bytes) === sha256 ? { path, bytes } : null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};
