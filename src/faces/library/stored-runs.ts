import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { SelectedScorecard } from '../../core/documents/select-scorecards.ts';
import type { FollowedEvent, FollowOptions } from '../../shell/ports/run-store.ts';
import { foremost, readLog as readStoredLog, treeOf } from '../../shell/stored/read-stored.ts';
import { scorecardsOf, selectFrom } from '../../shell/stored/select-stored.ts';
import { openArchive } from '../wiring/wiring.ts';

type OfCandidate = {
  readonly repo?: string;
  /** A candidate, or `baseline`; by default the winner, or the first in the ranking. */
  readonly candidate?: string;
};

/** A stored comparison of configurations; null if the run is an evaluation. */
export const loadExperiment = async (
  run: string,
  { repo = '.' }: { readonly repo?: string } = {},
): Promise<ExperimentRecord | null> => {
  const store = await openArchive(repo);
  return store.loadExperiment(await store.resolve(run));
};

/** The whole log of a check of a stored run: `build`, `test`, `lint`, `security`, `install`. */
export const readLog = async (
  run: string,
  check: string,
  { repo = '.', candidate }: OfCandidate = {},
): Promise<string> => {
  const store = await openArchive(repo);
  const stored = await store.load(await store.resolve(run));
  return readStoredLog(store, stored, candidate ?? foremost(stored), check);
};

/** The recorded patch of a candidate, the one that a merge applies. */
export const readPatch = async (
  run: string,
  { repo = '.', candidate }: OfCandidate = {},
): Promise<Uint8Array> => {
  const store = await openArchive(repo);
  const stored = await store.load(await store.resolve(run));
  const owner = candidate ?? foremost(stored);
  treeOf(stored, owner);
  return store.readPatch(stored.id, owner);
};

/**
 * The events of a run, finished or not, from a position on; events of another process are yielded as it writes them.
 * Ends when the run is finished, or when no living process works on it.
 */
export const followRun = async function* (
  run: string,
  { repo = '.', ...options }: FollowOptions & { readonly repo?: string } = {},
): AsyncGenerator<FollowedEvent, void> {
  const store = await openArchive(repo);
  yield* store.follow(await store.resolve(run), options);
};

/** The winner of a tournament over any scorecards, such as those of `toContract` or `scoreDocument`. */
export const selectBest = (scorecards: unknown, options: { readonly k?: number } = {}): SelectedScorecard =>
  selectFrom(scorecards, options.k).selected;

/** The winner of a tournament over the candidates of a stored run. */
export const selectFromRun = async (
  run: string,
  { repo = '.', k }: { readonly repo?: string; readonly k?: number } = {},
): Promise<SelectedScorecard> =>
  selectBest(await scorecardsOf(await openArchive(repo), run), k === undefined ? {} : { k });
