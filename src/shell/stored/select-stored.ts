import { readScorecards, type Scored } from '../../core/documents/read-scorecards.ts';
import { selectScorecards, type SelectedScorecard } from '../../core/documents/select-scorecards.ts';
import { toContract } from '../../core/report/run/json-contract.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore } from '../ports/run-store.ts';

export type StoredSelection = { readonly selected: SelectedScorecard; readonly scored: readonly Scored[] };

export const refusedScorecards = (error: string): UserError =>
  new UserError(
    'scorecards',
    `These are not scorecards: ${error}`,
    'Give a list of {name, total, execSignals, identifierMatch}, or the output of hydra evaluate --json.',
  );

/** The winner of a tournament over any scorecards. */
export const selectFrom = (document: unknown, k: number | undefined): StoredSelection => {
  const cards = readScorecards(document);
  if (!cards.ok) throw refusedScorecards(cards.error);
  if (cards.names.length === 0) throw refusedScorecards('there is no candidate');
  return { selected: selectScorecards(cards, k), scored: cards.scored };
};

/** The scorecards of a stored run. */
export const scorecardsOf = async (store: RunStore, run: string): Promise<unknown> =>
  toContract((await store.load(await store.resolve(run))).conclusion);
