import type { Refinement } from '../../core/domain/run/refinement.ts';
import { DEFAULT_THRESHOLD, refineCandidate } from '../../core/refine/refine.ts';
import type { RunStore, StoredRun } from '../ports/run-store.ts';
import { UserError } from '../errors/user-error.ts';
import { reportOn } from './report-on.ts';

const NOTHING = { breaches: [], vocabulary: { match: null, words: [] } };
const FULL_MARKS = 100;

export type RefineRequest = { readonly candidate?: string; readonly threshold?: number };

const chosen = ({ conclusion }: StoredRun, asked: string | undefined): string => {
  const { winner, rankings, rejected } = conclusion;
  const name = asked ?? winner ?? rankings[0]?.agent ?? rejected[0]?.agent;
  const names = [...rankings, ...rejected].map(({ agent }) => agent);
  if (name !== undefined && names.includes(name)) return name;
  throw new UserError(
    'unknown-candidate',
    `The run has no candidate called ${name}`,
    `It has: ${names.join(', ')}.`,
  );
};

/** What to fix in a candidate of a stored run, from stored data alone: the given one, the winner, or the first. */
export const refineStored = async (
  store: Pick<RunStore, 'resolve' | 'load' | 'readLog' | 'findLog'>,
  run: string,
  { candidate, threshold = DEFAULT_THRESHOLD }: RefineRequest = {},
): Promise<Refinement> => {
  const stored = await store.load(await store.resolve(run));
  const name = chosen(stored, candidate);
  const { captured, conclusion, id } = stored;
  const evidence = captured.evidence.find((one) => one.candidate.name === name);
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  if (evidence === undefined || ranking === undefined) {
    const reason = conclusion.rejected.find(({ agent }) => agent === name)?.reason ?? 'is no tree';
    return refineCandidate(
      { ...NOTHING, candidate: name, total: null, report: null, refused: reason },
      threshold,
    );
  }
  const seen = evidence.convention?.known ? evidence.convention.value : null;
  return refineCandidate(
    {
      candidate: name,
      total: ranking.total === null ? null : ranking.total / FULL_MARKS,
      report: await reportOn(store, { runId: id, captured, conclusion }, evidence),
      breaches: seen?.breaches ?? [],
      vocabulary: {
        match: ranking.conventions?.breakdown['identifierMatch'] ?? null,
        words: seen?.glossary ?? [],
      },
      refused: null,
    },
    threshold,
  );
};
