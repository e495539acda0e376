import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunSummary } from '../../../ports/run-store.ts';
import { UserError } from '../../../errors/user-error.ts';
import { readManifestOf, unknownRun } from './read-run.ts';
import { isRunId, runIdTime } from './run-id.ts';
import { errnoOf } from '../files/store-fault.ts';
import type { StoreLayout } from './store-layout.ts';

const MATCHES_SHOWN = 5;

/** Oldest first. Anything that is not a folder with a run's name is not ours. */
export const runIds = async ({ runs }: StoreLayout): Promise<string[]> => {
  try {
    const entries = await readdir(runs, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isRunId(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
};

export const listRuns = async (layout: StoreLayout): Promise<RunSummary[]> =>
  (await runIds(layout)).toReversed().map((id) => summarise(layout, id));

const summarise = (layout: StoreLayout, id: string): RunSummary => {
  const unknown = { id, startedAt: runIdTime(id), base: null, winner: null, candidates: null };
  const found = readManifestOf(join(layout.runs, id));
  if (found === null) return { ...unknown, state: 'unfinished' };
  if (!found.ok) return { ...unknown, state: 'unreadable', reason: found.reason };
  const { startedAt, headline } = found.manifest;
  return { id, startedAt, state: 'complete', ...headline };
};

export const resolveRun = async (layout: StoreLayout, asked: string): Promise<string> => {
  const ids = await runIds(layout);
  if (asked === 'latest') return latest(layout, ids);
  const prefix = asked.toUpperCase();
  const matches = prefix === '' ? [] : ids.filter((id) => id.startsWith(prefix));
  const [match, ...others] = matches;
  if (match === undefined) throw unknownRun(asked);
  if (others.length === 0) return match;
  const shown = matches.slice(-MATCHES_SHOWN).toReversed().join(', ');
  const rest = matches.length > MATCHES_SHOWN ? ` and ${matches.length - MATCHES_SHOWN} older` : '';
  throw new UserError(
    'run-ambiguous',
    `${matches.length} runs begin with ${prefix}: ${shown}${rest}.`,
    'Give more of the id, or `latest`.',
  );
};

const latest = (layout: StoreLayout, ids: readonly string[]): string => {
  const complete = ids.findLast((id) => readManifestOf(join(layout.runs, id)) !== null) ?? ids.at(-1);
  if (complete !== undefined) return complete;
  throw new UserError('run-unknown', 'There is no run here yet.', '`hydra evaluate` creates the first one.');
};
